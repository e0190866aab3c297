/** Marks in the printed lines of a document: characters that were added or removed, and whole lines. */
import type { Authors } from "./authors.ts";
import { type Change, changesOf, type ComparedLine } from "./compare.ts";

type Changed = Extract<ComparedLine, { kind: "changed" }>;

/** Wraps all children of an element. */
function wrap(element: HTMLElement, mark: HTMLElement): void {
  mark.classList.add("whole");
  mark.append(...element.childNodes);
  element.append(mark);
}

/** Marks a whole line, such as a list item or a line of code; its bullet stays outside the mark. */
function markWhole(element: HTMLElement, line: Exclude<ComparedLine, { kind: "same" }>, authors: Authors): void {
  const isRemoved = line.kind === "removed";
  const author = isRemoved ? authors.ofRemoved(line.oldStart) : authors.ofAdded(line.start);
  element.classList.add(isRemoved ? "is-removed" : "is-added");
  // An empty line has nothing to wrap: its class alone shows the change.
  if (line.text.trim() !== "") wrap(element, authors.mark(isRemoved ? "del" : "ins", author));
}

export function markLine(element: HTMLElement, line: ComparedLine, authors: Authors): void {
  if (line.kind === "same") return;
  if (line.kind !== "changed") return markWhole(element, line, authors);
  const shown = element.textContent;
  if (line.text.endsWith(shown) && !element.matches(".md-figure-block")) {
    const hiddenLength = line.text.length - shown.length;
    return markLetters(element, line, hiddenLength, authors);
  }
  // The rendered text differs from its source: shows the line before and after.
  const gone = authors.mark("del", authors.ofRemoved(line.oldStart));
  gone.textContent = line.before.trim();
  markWhole(element, { kind: "added", text: line.text, start: line.start }, authors);
  element.prepend(gone, " ");
}

/** `lead` characters of the line are not printed as text: the markers of lists, quotes and checkboxes. */
function markLetters(element: HTMLElement, line: Changed, lead: number, authors: Authors): void {
  const places = placesIn(element, lead);
  let removedBefore = 0;
  const offsets = line.changes.map((change) => {
    const oldStart = line.oldStart + change.from + removedBefore;
    removedBefore += change.removed.length - (change.to - change.from);
    return oldStart;
  });
  // From the end, so that earlier offsets stay valid.
  for (const [index, change] of [...line.changes.entries()].toReversed()) {
    if (change.to <= lead && change.from < lead) markLead(element, change, line, authors);
    else put(places, change, { start: line.start, oldStart: offsets[index] ?? line.oldStart }, authors);
  }
}

/** Marks the marker of an item, such as a checkbox that was ticked. */
function markLead(element: HTMLElement, change: Change, line: Changed, authors: Authors): void {
  const marker = element.querySelector<HTMLElement>(".md-marker") ?? element;
  const mark = authors.mark("ins", authors.ofAdded(line.start + change.from));
  marker.classList.add("is-changed", ...mark.classList);
  marker.title = mark.title;
}

type Place = { readonly node: Text; readonly start: number };

function placesIn(element: HTMLElement, start: number): Place[] {
  const places: Place[] = [];
  let at = start;
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue;
    places.push({ node, start: at });
    at += node.data.length;
  }
  return places;
}

type Starts = { readonly start: number; readonly oldStart: number };

function put(
  places: readonly Place[],
  { from, to, removed }: Change,
  { start, oldStart }: Starts,
  authors: Authors,
): void {
  for (const part of authors.parts(start + from, start + to).toReversed())
    for (const { node, start: nodeStart } of places.toReversed()) {
      const [first, last] = [
        Math.max(part.from - start - nodeStart, 0),
        Math.min(part.to - start - nodeStart, node.data.length),
      ];
      if (first >= last) continue;
      const range = document.createRange();
      range.setStart(node, first);
      range.setEnd(node, last);
      range.surroundContents(authors.mark("ins", part.author));
    }
  if (removed === "") return;
  const gone = authors.mark("del", authors.ofRemoved(oldStart));
  gone.textContent = removed;
  const place = places.findLast(({ start: nodeStart }) => nodeStart <= from) ?? places[0];
  if (!place) return;
  const range = document.createRange();
  range.setStart(place.node, Math.max(0, Math.min(from - place.start, place.node.data.length)));
  range.insertNode(gone);
}

const cellsOf = (row: string): string[] =>
  row
    .replace(/^[\s>]*\|/, "")
    .replace(/\|\s*$/, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());

/** Marks a table row cell by cell. */
export function markTableRow(row: HTMLTableRowElement, line: ComparedLine, authors: Authors): void {
  if (line.kind === "same") return;
  if (line.kind !== "changed") {
    row.classList.add(line.kind === "removed" ? "is-removed" : "is-added");
    const author = line.kind === "removed" ? authors.ofRemoved(line.oldStart) : authors.ofAdded(line.start);
    for (const cell of row.cells) wrap(cell, authors.mark(line.kind === "removed" ? "del" : "ins", author));
    return;
  }
  const [old, now] = [cellsOf(line.before), cellsOf(line.text)];
  for (const [index, cell] of [...row.cells].entries()) {
    const [before = "", after = ""] = [old[index], now[index]];
    if (before === after) continue;
    const at = Math.max(0, line.text.indexOf(after));
    const author = authors.ofAdded(line.start + at);
    const changes = cell.textContent === after ? changesOf(before, after) : null;
    if (changes) {
      const offset = { start: line.start + at, oldStart: line.oldStart + Math.max(0, line.before.indexOf(before)) };
      const places = placesIn(cell, 0);
      for (const change of changes.toReversed()) put(places, change, offset, authors);
      continue;
    }
    if (after !== "") wrap(cell, authors.mark("ins", author));
    if (before === "") continue;
    const gone = authors.mark("del", author);
    gone.textContent = before;
    cell.prepend(gone, " ");
  }
}
