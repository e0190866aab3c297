/**
 * Merges a line that both sides changed by its parts: a task's checkbox, title and facts; the cells of a sheet or table
 * row; a setting's value. A part that only one side changed takes that change; for a part that both changed, the later
 * value is kept whole, and a value wins over its removal. Words are merged if both kept some of them.
 */
import { joinCells, splitCells } from "./cells.ts";
import type { LineKind } from "./line-kind.ts";
import { readTask, type Fact, type TaskLine } from "./task-line.ts";

/** Merges two changes of one text by words; the result is one line. */
export type MergeWords = (base: string, theirs: string, mine: string) => string;

/** The context of a line, derived from the surrounding text. */
export type LinePlace = { readonly kind: LineKind; readonly isTask: boolean; readonly isSetting: boolean };

/** Null if the line has no parts, or not the same parts in all three texts: it is then merged by words. */
export function mergeParts(
  { kind, isTask, isSetting }: LinePlace,
  [base, theirs, mine]: readonly [string, string, string],
  words: MergeWords,
): string | null {
  if (kind === "plain") return null;
  if (kind === "markdown") {
    const [o, a, b] = isTask ? [readTask(base), readTask(theirs), readTask(mine)] : [];
    if (o && a && b) return mergeTask([o, a, b], theirs, mine, words);
    if (isSetting) return mergeSetting(base, theirs, mine);
  }
  const [o, a, b] = [splitCells(kind, base), splitCells(kind, theirs), splitCells(kind, mine)];
  if (o === null || a === null || b === null) return null;
  // Text after the last pipe, or an inserted or removed table cell, cannot be merged by cell.
  const isReshaped = a.cells.length !== o.cells.length || b.cells.length !== o.cells.length;
  if (kind === "markdown" && (isReshaped || a.end !== o.end || b.end !== o.end)) return null;
  const merged = mergeCells(o.cells, a.cells, b.cells, (...cell) => mergeCell(kind, cell, words));
  return (
    merged && joinCells(kind, { lead: pick(o.lead, a.lead, b.lead), cells: merged, end: pick(o.end, a.end, b.end) })
  );
}

/** The later value if both changed the part. */
const pick = <T>(base: T, theirs: T, mine: T): T => (mine === base ? theirs : mine);

function mergeTask(
  [o, a, b]: readonly [TaskLine, TaskLine, TaskLine],
  theirs: string,
  mine: string,
  words: MergeWords,
): string {
  const head = `${pick(o.lead, a.lead, b.lead)}[${pick(o.box, a.box, b.box)}]${pick(o.space, a.space, b.space) || " "}`;
  const facts = mergeFacts(o.facts, a.facts, b.facts);
  if (b.title === o.title || b.title === a.title) return head + withFacts(theirs, a, facts);
  if (a.title === o.title) return head + withFacts(mine, b, facts);
  return [head + words(o.title, a.title, b.title), ...facts.values()].join(" ");
}

/** By key, in the order of the line. */
function mergeFacts(base: readonly Fact[], theirs: readonly Fact[], mine: readonly Fact[]): Map<string, string> {
  const [o, a, b] = [byKey(base), byKey(theirs), byKey(mine)];
  const merged = new Map<string, string>();
  for (const key of new Set([...a.keys(), ...b.keys()])) {
    const fact = pick(o.get(key), a.get(key), b.get(key));
    // One side removed it and the other changed it.
    const isRevised = a.get(key) !== o.get(key) && b.get(key) !== o.get(key);
    const kept = fact ?? (isRevised ? a.get(key) : undefined);
    if (kept !== undefined) merged.set(key, kept);
  }
  return merged;
}

const byKey = (facts: readonly Fact[]): Map<string, string> => new Map(facts.map(({ key, text }) => [key, text]));

/** The text after the checkbox of `line`, with these facts: existing ones in place, new ones at the end. */
function withFacts(line: string, { start, facts }: TaskLine, wanted: ReadonlyMap<string, string>): string {
  const pieces: string[] = [];
  let at = start;
  for (const { key, text, from, to } of facts) {
    const now = wanted.get(key);
    pieces.push(line.slice(at, from), now === undefined ? "" : line.slice(from, to - text.length) + now);
    at = to;
  }
  const own = new Set(facts.map(({ key }) => key));
  const added = [...wanted].flatMap(([key, text]) => (own.has(key) ? [] : [text]));
  return [[...pieces, line.slice(at)].join("").trimStart(), ...added].join(" ");
}

/** Merges cells by position. One side may have inserted or removed cells in one place. */
export function mergeCells(
  o: readonly string[],
  a: readonly string[],
  b: readonly string[],
  merge: (base: string, theirs: string, mine: string) => string = pick,
): string[] | null {
  if (a.length === o.length && b.length === o.length) return o.map((cell, i) => merge(cell, a[i] ?? "", b[i] ?? ""));
  if (b.length === o.length) return moveChanges(o, a, b);
  return a.length === o.length ? moveChanges(o, b, a) : null;
}

/** The cells of `other`, which has more or fewer than `base`, with the changes that `changed` made to the base cells. */
function moveChanges(base: readonly string[], other: readonly string[], changed: readonly string[]): string[] | null {
  const shorter = Math.min(base.length, other.length);
  let same = 0;
  while (same < shorter && base[same] === other[same]) same += 1;
  let tail = 0;
  while (tail < shorter - same && base.at(-1 - tail) === other.at(-1 - tail)) tail += 1;
  if (same + tail < shorter) return null;
  const moved = [...other];
  for (const [i, cell] of changed.entries()) {
    if (cell === base[i]) continue;
    if (i < same) moved[i] = cell;
    else if (i >= base.length - tail) moved[i + other.length - base.length] = cell;
  }
  return moved;
}

const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

function keepsWords(base: string, text: string): boolean {
  const known = new Set(wordsIn(base));
  return wordsIn(text).some((word) => known.has(word));
}

/** A number, date or formula is one value; in a sheet, so is any text that was replaced as a whole. */
const isValue = (kind: LineKind, text: string): boolean =>
  kind === "sheet" ? /^(?:=|"|\S*$)/.test(text) : !/\p{L}/u.test(text);

function mergeCell(kind: LineKind, [o, a, b]: readonly [string, string, string], words: MergeWords): string {
  const [base, theirs, mine] = [o.trim(), a.trim(), b.trim()];
  if (mine === base || mine === theirs || mine === "") return a;
  if (theirs === base || theirs === "") return b;
  if (isValue(kind, theirs) || isValue(kind, mine)) return b;
  if (kind === "sheet" && !(keepsWords(base, theirs) && keepsWords(base, mine))) return b;
  const [, before = "", after = ""] = /^(\s*).*?(\s*)$/s.exec(b) ?? [];
  return before + words(base, theirs, mine) + after;
}

const SETTING = /^(\s*(?:- )?)([^\s:#"'[\]{}][^:#]*|"[^"]*"):(\s+|$)(.*)$/;
const ITEM = /^(\s*- )(.*)$/;

/** Merges `key: value`, or an item of a list of values. */
function mergeSetting(base: string, theirs: string, mine: string): string | null {
  const [o, a, b] = [SETTING.exec(base), SETTING.exec(theirs), SETTING.exec(mine)];
  if (o && a && b) {
    const [, lead = "", key = "", space = "", value = ""] = o.map((part, i) => pick(part, a[i] ?? "", b[i] ?? ""));
    return `${lead}${key}:${space}${mergeValue(o[4] ?? "", a[4] ?? "", b[4] ?? "") || value}`.trimEnd();
  }
  const items = [base, theirs, mine].map((line) => ITEM.exec(line));
  if (items.some((item) => item === null)) return null;
  const [x = "", y = "", z = ""] = items.map((item) => item?.[2] ?? "");
  return `${items[1]?.[1] ?? ""}${mergeValue(x, y, z)}`;
}

function mergeValue(base: string, theirs: string, mine: string): string {
  const values = [base, theirs, mine];
  const isFlow = values.every((value) => /^\[.*\]$/.test(value));
  const isPlain = values.every((value) => !/^["'[{]/.test(value)) && values.some((value) => value.includes(", "));
  if (theirs === base || mine === base || !(isFlow || isPlain)) return pick(base, theirs, mine);
  const [o = [], a = [], b = []] = values.map((value) => itemsOf(isFlow ? value.slice(1, -1) : value));
  const merged = (isFlow ? null : mergeCells(o, a, b)) ?? mergeSets(o, a, b);
  return isFlow ? `[${merged.join(", ")}]` : merged.join(", ");
}

const itemsOf = (list: string): string[] =>
  list
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean);

/** Applies both sides' removals and additions. */
function mergeSets(base: readonly string[], theirs: readonly string[], mine: readonly string[]): string[] {
  const [o, a] = [new Set(base), new Set(theirs)];
  const kept = mine.filter((item) => !o.has(item) || a.has(item));
  return [...kept, ...theirs.filter((item) => !o.has(item) && !kept.includes(item))];
}
