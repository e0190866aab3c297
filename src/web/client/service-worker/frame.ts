/**
 * Registers the service worker. Our pages cannot, since their policy forbids creating the `TrustedScriptURL` that this
 * requires. This document shows nothing, accepts no input, and only registers this fixed address.
 */
void navigator.serviceWorker.register("/offline/worker.js", { scope: "/", updateViaCache: "none" });
