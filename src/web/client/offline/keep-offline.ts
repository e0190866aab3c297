/** Has the service worker store the client and the visited pages for offline use. */
import { words } from "../../../words/offline.ts";
import type { Kept } from "../service-worker/protocol.ts";
import { element } from "../ui/dom.ts";
import { recentPages } from "../shell/recent-pages.ts";
import { sideView } from "../tree/state.ts";

export async function keepOffline(): Promise<void> {
  const owner = sideView()?.email;
  // Service workers exist only in secure contexts.
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

/** The files that pages of all types need, visited or not: the build lists them under the name of its main script. */
async function neededFiles(): Promise<readonly string[]> {
  const main = document.querySelector<HTMLElement>("#main")?.dataset["client"] ?? "";
  const list = main.replace(/\/main\.([\w-]{8})\.js$/, "/offline.$1.json");
  // The development server has no such list. With data saving enabled, only files of visited views are stored.
  if (list === main || isSavingData()) return [];
  const answer = await fetch(list);
  // Written by scripts/build/web.ts.
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

/** The document that is shown offline, with links to the stored pages. */
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
    { class: "single" },
    element("h1", {}, words.title),
    element("p", { class: "lead" }, words.sentence),
    element("p", { class: "actions" }, element("a", { class: "button", href: "" }, words.tryAgain)),
    ...(recent.length > 0 ? [element("h2", {}, words.recent), element("ul", {}, ...recent)] : []),
  );
  shown.body.append(main);
  return `<!doctype html>${shown.documentElement.outerHTML}`;
}
