/** Blocks of a document as it reads, with what came and what went marked in the words. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { DocumentPrint } from "../../document/print.tsx";
import { words } from "../../messages/history.ts";
import { plural } from "../../messages/plural.ts";
import type { Change, ComparedBlock } from "./compare.ts";

export const MarkedPrint = ({ blocks }: { blocks: readonly ComparedBlock[] }) => (
  <div class="doc compared">
    {folded(blocks).map((part, at) =>
      typeof part === "number" ? (
        <p key={at} class="compared-gap muted">
          {plural(part, words.stayed)}
        </p>
      ) : (
        <Block key={at} block={part} />
      ),
    )}
  </div>
);

/** Blocks beside a change, which say where it is. */
const AROUND = 1;

/** Blocks far from any change are only counted. */
function folded(blocks: readonly ComparedBlock[]): (ComparedBlock | number)[] {
  const changed = blocks.flatMap(({ kind }, at) => (kind === "same" ? [] : [at]));
  const out: (ComparedBlock | number)[] = [];
  for (const [at, block] of blocks.entries()) {
    const last = out.at(-1);
    if (changed.length === 0 || changed.some((place) => Math.abs(place - at) <= AROUND)) out.push(block);
    else if (typeof last === "number") out[out.length - 1] = last + 1;
    else out.push(1);
  }
  return out;
}

const Block = ({ block }: { block: ComparedBlock }) => {
  if (block.kind === "changed") return <Changed {...block} />;
  const print = <DocumentPrint text={block.text} />;
  if (block.kind === "added") return <ins class="compared-block">{print}</ins>;
  return block.kind === "removed" ? <del class="compared-block">{print}</del> : print;
};

type ChangedProps = Extract<ComparedBlock, { kind: "changed" }>;

/** Words are marked where the print has every letter of the text; a table, which it has not, is shown before and after. */
function Changed({ text, before, changes }: ChangedProps) {
  const root = useRef<HTMLDivElement>(null);
  const [isDrawn, setIsDrawn] = useState(false);
  useLayoutEffect(() => {
    if (!root.current) return;
    const places = placesOf(root.current, text);
    if (places) mark(places, changes);
    else setIsDrawn(true);
  }, [text, changes]);
  if (isDrawn)
    return (
      <>
        <Block block={{ kind: "removed", text: before }} />
        <Block block={{ kind: "added", text }} />
      </>
    );
  return (
    <div ref={root}>
      <DocumentPrint text={text} />
    </div>
  );
}

type Place = { readonly node: Text; readonly start: number };

/**
 * Where the letters of the print are in the text. Marks of list items are drawn at the beginning of their lines; null when
 * something else is not there as it is written.
 */
function placesOf(root: HTMLElement, text: string): Place[] | null {
  const lines = text.split("\n");
  const printed = [...root.querySelectorAll(".cm-line")];
  if (printed.length !== lines.length) return null;
  const places: Place[] = [];
  let lineStart = 0;
  for (const [number, line] of lines.entries()) {
    const element = printed[number];
    const shown = element?.textContent ?? "";
    if (!element || !line.endsWith(shown)) return null;
    let at = lineStart + line.length - shown.length;
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!(node instanceof Text)) continue;
      places.push({ node, start: at });
      at += node.data.length;
    }
    lineStart += line.length + 1;
  }
  return places;
}

function mark(places: readonly Place[], changes: readonly Change[]): void {
  // From the end, so that the places before stay where they are.
  for (const { from, to, removed } of changes.toReversed()) {
    for (const { node, start } of places.toReversed()) {
      const [first, last] = [Math.max(from - start, 0), Math.min(to - start, node.data.length)];
      if (first >= last) continue;
      const range = document.createRange();
      range.setStart(node, first);
      range.setEnd(node, last);
      range.surroundContents(document.createElement("ins"));
    }
    if (removed !== "") insertRemoved(places, from, removed);
  }
}

function insertRemoved(places: readonly Place[], at: number, removed: string): void {
  const place = places.findLast(({ start }) => start <= at);
  if (!place) return;
  const gone = document.createElement("del");
  gone.textContent = removed.replaceAll("\n", " ");
  const range = document.createRange();
  range.setStart(place.node, Math.min(at - place.start, place.node.data.length));
  range.insertNode(gone);
}
