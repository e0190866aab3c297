/**
 * Registers the service worker. Our pages cannot: they make no `TrustedScriptURL`, since their policy forbids every maker of
 * one. This document shows nothing, takes nothing in, and registers the one address that stands here.
 */
void navigator.serviceWorker.register("/offline/worker.js", { scope: "/", updateViaCache: "none" });
