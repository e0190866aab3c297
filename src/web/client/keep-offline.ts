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
  const files = [...new Set([...loadedFiles(), ...(await neededFiles())])];
  const kept: Kept = { owner, address: location.pathname, files, fallback: fallback() };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
  active?.postMessage(kept);
}

/** What pages of all types need, seen or not: the build lists it under the name of its main script. */
async function neededFiles(): Promise<readonly string[]> {
  const main = document.querySelector<HTMLElement>("#main")?.dataset["client"] ?? "";
  const list = main.replace(/\/main\.([\w-]{8})\.js$/, "/offline.$1.json");
  // The development server has no such list, and whoever saves data has what they have seen.
  if (list === main || isSavingData()) return [];
  const answer = await fetch(list);
  // What scripts/build-web.ts writes.
  return answer.ok ? ((await answer.json()) as string[]) : [];
}

function isSavingData(): boolean {
  const connection: unknown = "connection" in navigator ? navigator.connection : null;
  return (
    typeof connection === "object" && connection !== null && "saveData" in connection && connection.saveData === true
  );
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
