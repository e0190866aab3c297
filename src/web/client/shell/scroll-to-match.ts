/** Finds the text of a search result in the shown view, scrolls to it and selects it. */
import { afterPaint } from "../ui/after-paint.ts";

type Found = { readonly nodes: readonly Text[]; readonly starts: readonly number[]; readonly text: string };

/** The visible text of a view, without hidden markers, and the nodes that it comes from. */
function lettersOf(root: HTMLElement): Found {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  const starts: number[] = [];
  let text = "";
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text) || node.parentElement?.closest(".md-x, [hidden]")) continue;
    nodes.push(node);
    starts.push(text.length);
    text += node.data.toLowerCase();
  }
  return { nodes, starts, text };
}

function rangeOf({ nodes, starts }: Found, from: number, to: number): Range {
  const range = document.createRange();
  const place = (at: number, isEnd: boolean): [Text, number] | null => {
    const index = starts.findLastIndex((start) => (isEnd ? start < at : start <= at));
    const node = nodes[index];
    return node ? [node, at - (starts[index] ?? 0)] : null;
  };
  const [start, end] = [place(from, false), place(to, true)];
  if (start) range.setStart(...start);
  if (end) range.setEnd(...end);
  return range;
}

/**
 * Scrolls to the first of `needles`, ordered from most to least exact, that is found. Selects the length of the last
 * one, which is a prefix of all. Does nothing if none is found.
 */
export function scrollToMatch(main: HTMLElement, needles: readonly string[]): void {
  const root = main.querySelector<HTMLElement>("[data-tasks-view], [data-doc], [data-file]");
  const range = root && findFirst(root, needles);
  if (!range) return;
  // A view that has just arrived lays out its lower part in the second frame.
  main.classList.remove("top-first");
  range.startContainer.parentElement?.scrollIntoView({ block: "center" });
  select(range);
  const print = root.querySelector<HTMLElement>("[data-print]");
  if (print) selectAgain(root, print, needles);
}

function findFirst(root: HTMLElement, needles: readonly string[]): Range | null {
  const letters = lettersOf(root);
  for (const needle of needles) {
    const at = needle === "" ? -1 : letters.text.indexOf(needle.toLowerCase());
    if (at >= 0) return rangeOf(letters, at, at + (needles.at(-1) ?? needle).length);
  }
  return null;
}

const select = ({ startContainer, startOffset, endContainer, endOffset }: Range): void =>
  getSelection()?.setBaseAndExtent(startContainer, startOffset, endContainer, endOffset);

/** How long (ms) the new editor may redraw its lines, which ends a selection in them. */
const SETTLING = 5_000;

/**
 * The editor waits until the reader's own selection is gone before it takes over. It need not wait for this one, which
 * is restored in the editor.
 */
function selectAgain(root: HTMLElement, print: HTMLElement, needles: readonly string[]): void {
  print.dataset["found"] = "";
  const ended = new AbortController();
  const end = (): void => {
    delete print.dataset["found"];
    observer.disconnect();
    ended.abort();
  };
  const again = (): void => {
    if (ended.signal.aborted || !isIdle() || getSelection()?.isCollapsed === false) return;
    const range = findFirst(root, needles);
    if (range) select(range);
  };
  let isSettling = false;
  const observer = new MutationObserver(() => {
    if (print.isConnected) return;
    afterPaint(again);
    if (!isSettling) setTimeout(end, SETTLING);
    isSettling = true;
  });
  observer.observe(root, { childList: true, subtree: true });
  document.addEventListener("pointerdown", end, { signal: ended.signal });
}

const isIdle = (): boolean => document.activeElement === document.body || document.activeElement?.localName === "h1";
