/** Comments of a page: loaded once there are any, or when the user asks for them. */
import type { ThreadList } from "../../../features/comments/contract.ts";
import { call, path } from "../api/api.ts";
import { find } from "../ui/dom.ts";
import { onHub } from "../shell/hub-events.ts";
import type { CommentsPage, OpenComments } from "./open-comments.ts";

const opened = new WeakMap<HTMLElement, Promise<OpenComments>>();
/** Pages by their elements, for commands, which know only what is on the screen. */
const pages = new WeakMap<HTMLElement, CommentsPage>();

const namesThread = (): boolean => location.hash.startsWith("#thread=");

/** Call this when the page is idle. */
export function commentsSoon(page: CommentsPage): void {
  const { root, signal } = page;
  if (signal.aborted) return;
  pages.set(root, page);
  const open = (): void => void openComments(page).catch(reportError);
  if (Number(root.dataset["threads"]) > 0 || namesThread()) open();
  const id = root.dataset["page"] ?? "";
  onHub(
    {
      pages: [id],
      event: (event) => event.type === "threads" && event.pageId === id && open(),
      // Threads may have been opened since the page was printed. An editor's connection reports them.
      missed: () => page.written ?? openIfAny(page).catch(reportError),
    },
    signal,
  );
  page.written?.live.then((live) => {
    const has = (): void => void (live && live.page.threads.length > 0 && open());
    live?.page.on("threads", has);
    has();
  }, reportError);
  const named = (): void => {
    if (namesThread()) openComments(page).then((comments) => comments.showNamed(), reportError);
  };
  addEventListener("hashchange", named, { signal });
}

/** Resolves once the open threads are known. */
export function openComments(page: CommentsPage): Promise<OpenComments> {
  const known = opened.get(page.root);
  if (known) return known;
  const opening = load(page);
  opened.set(page.root, opening);
  // A failed load is tried again.
  opening.catch(() => opened.delete(page.root));
  return opening;
}

async function openIfAny(page: CommentsPage): Promise<void> {
  const { counts } = await call<ThreadList>(
    "GET",
    path`/api/pages/${page.root.dataset["page"] ?? ""}/threads` + "?limit=1",
  );
  if (counts.open > 0 && !page.signal.aborted) await openComments(page);
}

async function load(page: CommentsPage): Promise<OpenComments> {
  const { OpenComments: Comments } = await import("./open-comments.ts");
  const comments = new Comments(page);
  await comments.load();
  return comments;
}

/** Moves to the next comment of the open page, or to the previous one. */
export async function stepComments(by: 1 | -1): Promise<void> {
  (await shownComments())?.step(by);
}

/** The comments of the open page; null if none is open. */
export async function shownComments(): Promise<OpenComments | null> {
  const root = find("article[data-page]", HTMLElement);
  const page = root && pages.get(root);
  return page ? openComments(page) : null;
}
