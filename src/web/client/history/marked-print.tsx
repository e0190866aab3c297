/** A rendered document with additions and removals marked in its lines and words, by author. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { DocumentPrint } from "../../shared/document/print.tsx";
import { finishPrint } from "../editor/finish-print.ts";
import { words } from "../../../words/history.ts";
import { plural } from "../../../words/plural.ts";
import { element } from "../ui/dom.ts";
import { showError } from "../ui/notice.ts";
import type { Authors } from "./authors.ts";
import type { ComparedLine } from "./compare.ts";
import { markLine, markTableRow } from "./marks.ts";

type MarkedProps = { readonly lines: readonly ComparedLine[]; readonly authors: Authors };

/** The marks modify the print, so another comparison needs another key. */
export const MarkedPrint = ({ lines, authors }: MarkedProps) => {
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const print = root.current?.querySelector<HTMLElement>("[data-print]");
    if (!print) return;
    if (lines.some(({ kind }) => kind !== "same")) {
      markAll(print, lines, authors);
      fold(print);
    }
    finishPrint(print).catch(showError);
  }, []);
  return (
    <div class="doc compared" ref={root}>
      <DocumentPrint text={lines.map(({ text }) => text).join("\n")} />
    </div>
  );
};

/** Every line of the text is printed as one of these, in order; the second line of a table is not printed. */
const PRINTED = ".cm-line, tr, .md-figure-block";

function markAll(print: HTMLElement, lines: readonly ComparedLine[], authors: Authors): void {
  let at = 0;
  for (const printed of print.querySelectorAll<HTMLElement>(PRINTED)) {
    const line = lines[at];
    at += printed.matches("thead tr") ? 2 : 1;
    if (!line || line.kind === "same") continue;
    if (printed instanceof HTMLTableRowElement) markTableRow(printed, line, authors);
    else markLine(printed, line, authors);
  }
  // A partly changed block is shown as source.
  for (const block of print.querySelectorAll<HTMLElement>("pre, [data-embed], [data-math]")) {
    const printed = [...block.querySelectorAll(".cm-line")];
    const kinds = new Set(
      printed.map(({ classList }) => ["is-added", "is-removed"].find((kind) => classList.contains(kind))),
    );
    if (kinds.size <= 1 && !block.querySelector("ins:not(.whole), del:not(.whole)")) continue;
    if (!block.querySelector("ins, del")) continue;
    block.dataset["marked"] = "";
    delete block.dataset["embed"];
    delete block.dataset["math"];
  }
}

/** Number of blocks shown around a change, as context. */
const AROUND = 1;

/** Blocks far from any change are only counted. */
function fold(print: HTMLElement): void {
  const blocks = [...print.children].filter((block): block is HTMLElement => block instanceof HTMLElement);
  const isGap = (block: HTMLElement): boolean =>
    block.matches(".cm-line:not(:has(ins, del))") && block.textContent === "";
  const solid = blocks.filter((block) => !isGap(block));
  const changed = solid.flatMap((block, at) => (block.matches(":has(ins, del, .is-added, .is-removed)") ? [at] : []));
  let note: HTMLElement | null = null;
  let count = 0;
  for (const [at, block] of solid.entries()) {
    if (changed.some((place) => Math.abs(place - at) <= AROUND)) {
      note = null;
      continue;
    }
    if (note === null) {
      note = element("p", { class: "compared-gap muted" });
      block.before(note);
      count = 0;
    }
    count += 1;
    note.textContent = plural(count, words.stayed);
    block.hidden = true;
    // Otherwise the blank lines between hidden blocks add up to a hole.
    let next = block.nextElementSibling;
    for (; next instanceof HTMLElement && isGap(next); next = next.nextElementSibling) next.hidden = true;
  }
}
