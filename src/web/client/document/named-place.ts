/**
 * The place on a page that an address names: a heading, or lines as they were quoted (`?revision=7#L3-L5`), which may have
 * changed since.
 */
import type { EditorView } from "@codemirror/view";
import type { Page } from "../../../features/pages/contract.ts";
import { isStillThere, keyOfQuote, type LineRange, linesIn, wordsOf } from "../../shared/conversation/citation.ts";
import { words } from "../../../words/reader.ts";
import { call, path } from "../api/api.ts";
import { announce } from "../ui/notice.ts";
import { printedHeading } from "./printed-heading.ts";

/** Distance (px) of the lines from the top of the window. */
const ABOVE = 120;

/** How much of a printed line is compared with its source, in characters. */
const COMPARED = 60;

/** Shows the lines or the heading that the address names. `editor` is null for readers, who have the print. */
export async function showPlace(root: HTMLElement, editor: Promise<EditorView> | null): Promise<void> {
  const isShown = await showCitedLines(root, editor);
  if (!isShown) printedHeading(root, location.hash)?.scrollIntoView();
}

/** Returns false if the address names no lines. */
async function showCitedLines(root: HTMLElement, editor: Promise<EditorView> | null): Promise<boolean> {
  const lines = linesIn(location.hash);
  if (lines === null) return false;
  const address = location.href;
  const view = await editor;
  const { text, revision } = view
    ? { text: view.state.sliceDoc(), revision: Number(root.dataset["revision"]) }
    : await readPage(root.dataset["page"] ?? "");
  if (address !== location.href) return true;
  const all = text.split("\n");
  const range = view ? await inEditor(view, lines) : inPrint(root, all, lines);
  if (range) highlight(range);
  const cited = new URLSearchParams(location.search).get("revision");
  if (cited === null || Number(cited) === revision) return true;
  // Not known in another tab.
  const quote = sessionStorage.getItem(keyOfQuote(location));
  const isThere = quote !== null && isStillThere(all.slice(lines.first - 1, lines.last), quote);
  if (!isThere) announce(quote === null ? words.pageChanged : words.linesChanged);
  return true;
}

async function readPage(id: string): Promise<{ readonly text: string; readonly revision: number }> {
  const { content, revision } = await call<Page>("GET", path`/api/pages/${id}`);
  return { text: content, revision };
}

const drawn = (): Promise<unknown> =>
  new Promise((done) => {
    requestAnimationFrame(() => requestAnimationFrame(done));
    // A hidden tab draws no frames.
    setTimeout(done, 500);
  });

/** Only lines near the window have elements, and exact heights, so the editor is scrolled first, twice. */
async function inEditor(view: EditorView, { first, last }: LineRange): Promise<Range> {
  for (let round = 0; round < 2; round += 1) {
    const { doc } = view.state;
    const block = view.lineBlockAt(doc.line(Math.min(first, doc.lines)).from);
    scrollTo(0, scrollY + view.documentTop + block.top - ABOVE);
    // oxlint-disable-next-line no-await-in-loop -- the second scroll depends on what the first has drawn
    await drawn();
  }
  const { doc } = view.state;
  const [start, end] = [doc.line(Math.min(first, doc.lines)), doc.line(Math.min(last, doc.lines))];
  const [from, to] = [view.domAtPos(start.from), view.domAtPos(end.to)];
  const range = document.createRange();
  range.setStart(from.node, from.offset);
  range.setEnd(to.node, to.offset);
  return range;
}

/** A table or picture is printed as a whole, so lines are found by their words, nearest to their number. */
function inPrint(root: HTMLElement, source: readonly string[], { first, last }: LineRange): Range | null {
  const printed = [...root.querySelectorAll<HTMLElement>("[data-print] :is(.cm-line, tr)")];
  const elementOf = (number: number): HTMLElement | null => {
    const wanted = wordsOf(source[number - 1] ?? "");
    const matches = printed.filter((each) => {
      const shown = wordsOf(each.textContent ?? "").slice(0, COMPARED);
      return shown !== "" && wanted.includes(shown);
    });
    const distance = (each: HTMLElement): number => Math.abs(printed.indexOf(each) - number);
    return matches.toSorted((a, b) => distance(a) - distance(b))[0] ?? null;
  };
  const numbers = Array.from({ length: Math.min(last, source.length) - first + 1 }, (_, at) => first + at);
  const found = numbers.flatMap((number) => elementOf(number) ?? []);
  const [start, end] = [found[0], found.at(-1)];
  if (!start || !end) return null;
  scrollTo(0, scrollY + start.getBoundingClientRect().top - ABOVE);
  const range = document.createRange();
  range.setStartBefore(start);
  range.setEndAfter(end);
  return range;
}

/** Marks the text without changing it, which the editor would undo. */
function highlight(range: Range): void {
  if ("highlights" in CSS) CSS.highlights.set("cited", new Highlight(range));
}
