/** Has the browser keep this program and the pages that are visited, for times without a network. */
import { words } from "../messages/offline.ts";
import type { Kept } from "../offline/protocol.ts";
import { element } from "./dom.ts";
import { recentPages } from "./recent-pages.ts";
import { sideView } from "./tree/state.ts";

export async function keepOffline(): Promise<void> {
  const owner = sideView()?.email;
  // Only a secure context has one.
  if (owner === undefined || !("serviceWorker" in navigator)) return;
  const known = await navigator.serviceWorker.getRegistration("/");
  const frame = known ? null : element("iframe", { src: "/offline/frame", hidden: "" });
  if (frame) document.body.append(frame);
  const { active } = await navigator.serviceWorker.ready;
  frame?.remove();
  // What is needed without a network, and may not have been needed with one: the files are kept as they come.
  await Promise.all([
    import("../editor/collaboration/early-typing.ts"),
    import("./palette/palette.tsx"),
    import("./unsent-drafts.ts"),
    import("./live-messages.ts"),
  ]);
  const kept: Kept = { owner, address: location.pathname, files: loadedFiles(), fallback: fallback() };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
  active?.postMessage(kept);
}

const loadedFiles = (): string[] => [
  ...new Set(
    [
      ...performance.getEntriesByType("resource").map(({ name }) => name),
      ...[...document.querySelectorAll<HTMLLinkElement>("link[href]")].map(({ href }) => href),
    ]
      .map((address) => new URL(address))
      .filter(({ origin }) => origin === location.origin)
      .map(({ pathname }) => pathname),
  ),
];

/** A document that says that there is no network, and leads to pages that were kept. */
function fallback(): string {
  const shown = document.implementation.createHTMLDocument(words.title);
  const { lang, dir, dataset } = document.documentElement;
  Object.assign(shown.documentElement, { lang, dir });
  if (dataset["appearance"] !== undefined) shown.documentElement.dataset["appearance"] = dataset["appearance"];
  const metas = [...document.querySelectorAll("meta[charset], meta[name=viewport], meta[name=color-scheme]")];
  const links = [...document.querySelectorAll("link[rel=stylesheet], link[rel=icon]")];
  shown.head.append(...[...metas, ...links].map((node) => shown.importNode(node)));
  const recent = recentPages().map(({ id, title }) =>
    element("li", {}, element("a", { href: `/pages/${id}` }, title === "" ? words.untitled : title)),
  );
  const main = element(
    "main",
    { class: "card" },
    element("h1", {}, words.title),
    element("p", { class: "lead" }, words.sentence),
    element("p", { class: "actions" }, element("a", { class: "button", href: "" }, words.tryAgain)),
    ...(recent.length > 0 ? [element("h2", {}, words.recent), element("ul", {}, ...recent)] : []),
  );
  shown.body.append(main);
  return `<!doctype html>${shown.documentElement.outerHTML}`;
}
