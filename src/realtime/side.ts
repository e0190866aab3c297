/** Reads a change of a text by lines: what became of every line there was, and which lines came in between. */
import { applySplices, type Splice } from "./splices.ts";

/** What one side made of the base. */
export type Side = {
  /** By base line: its text now (several lines when it was split), or null when it is gone or part of another. */
  readonly texts: (string | null)[];
  /** By base line: the line it became part of; itself unless lines were joined. */
  readonly homes: number[];
  /** `gaps[i]` are the new lines before base line `i`; the last gap is the end. */
  readonly gaps: string[][];
};

/** One line of a side's text: what it is made of, and how it ends. */
type SideLine = {
  text: string;
  /** Base lines it has characters of, first and last; -1 when none. */
  first: number;
  last: number;
  /** Base line whose line feed ends it; -1 when that came in. */
  feed: number;
  /** Base offset at which it began to be written. */
  at: number;
};

/** `base` ends with a line feed, and so does its last line; `lines` are its lines without them. */
export function readSide(base: string, lines: readonly string[], splices: readonly Splice[]): Side {
  const side: Side = {
    texts: lines.map(() => null),
    homes: lines.map((_, i) => i),
    gaps: Array.from({ length: lines.length + 1 }, () => []),
  };
  // An empty text has one line, but not one that anybody left standing.
  if (/^\n?$/.test(applySplices(base, splices)) && !lines.includes("")) return side;
  const starts = startsOf(lines);
  let home = -1;
  let reached = -1;
  let pending: SideLine[] = [];
  for (const line of sideLines(base, starts, wholeLines(base, splices))) {
    const isNew = line.first === -1 && (line.feed === -1 || line.feed <= reached);
    if (isNew) {
      pending.push(line);
      continue;
    }
    const next = line.first === -1 ? emptied(lines, line, reached) : line.first;
    if (next === home) {
      // The second half of a split line; what came in between belongs to it.
      side.texts[home] = [side.texts[home], ...pending.map(({ text }) => text), line.text].join("\n");
    } else {
      settle(side, starts, pending, home, next);
      side.texts[next] = line.text;
      home = next;
    }
    pending = [];
    reached = Math.max(reached, next, line.last);
    for (let joined = next + 1; joined <= line.last; joined += 1) side.homes[joined] = next;
  }
  settle(side, starts, pending, home, lines.length);
  return side;
}

/**
 * The base line that a line without any of the base's characters stands for: the one whose line feed it has. A blank
 * one rather stands for a blank one: taking the last line out takes the line feed before it, which was not its own.
 */
function emptied(lines: readonly string[], line: SideLine, reached: number): number {
  if (line.text !== "" || lines[line.feed] === "") return line.feed;
  const blank = lines.indexOf("", reached + 1);
  return blank === -1 || blank > line.feed ? line.feed : blank;
}

/** Puts lines that came in between two homes where they were written. */
function settle(side: Side, starts: readonly number[], pending: readonly SideLine[], home: number, next: number): void {
  for (const { text, at } of pending) {
    const line = lineOf(starts, at);
    const gap = starts[line] === at ? line : line + 1;
    side.gaps[Math.min(Math.max(gap, home + 1), next)]?.push(text);
  }
}

/**
 * The same change with whole lines taken out, or put in, from their beginning: "\nline" before a line feed and "line\n"
 * one place later have the same effect, but only the second says which line it is about. For the same reason a line
 * feed that was taken out and put in again was never touched.
 */
function wholeLines(base: string, splices: readonly Splice[]): Splice[] {
  const tight = joinAdjacent(splices).map((splice) => withoutSharedFeeds(base, splice));
  return tight.map((splice, i) => {
    const { at, remove, insert } = splice;
    const room = (tight[i + 1]?.at ?? Infinity) > at + remove;
    if (!room || base[at] !== "\n") return splice;
    if (insert === "" && base[at + remove] === "\n") return { at: at + 1, remove, insert };
    if (remove === 0 && insert.startsWith("\n")) return { at: at + 1, remove, insert: `${insert.slice(1)}\n` };
    return splice;
  });
}

function joinAdjacent(splices: readonly Splice[]): Splice[] {
  const joined: Splice[] = [];
  for (const splice of splices) {
    const last = joined.at(-1);
    if (last === undefined || last.at + last.remove < splice.at) joined.push(splice);
    else {
      const remove = last.remove + splice.remove;
      joined[joined.length - 1] = { at: last.at, remove, insert: last.insert + splice.insert };
    }
  }
  return joined;
}

function withoutSharedFeeds(base: string, splice: Splice): Splice {
  let { at, remove, insert } = splice;
  while (remove > 0 && insert.startsWith("\n") && base[at] === "\n") {
    at += 1;
    remove -= 1;
    insert = insert.slice(1);
  }
  while (remove > 0 && insert.endsWith("\n") && base[at + remove - 1] === "\n") {
    remove -= 1;
    insert = insert.slice(0, -1);
  }
  return { at, remove, insert };
}

/** The lines of the text after `splices`, with what of the base is in each. */
function* sideLines(base: string, starts: readonly number[], splices: readonly Splice[]): Generator<SideLine> {
  const begin = (at: number): SideLine => ({ text: "", first: -1, last: -1, feed: -1, at });
  let line = begin(0);
  let isFresh = true;
  let from = 0;
  for (const { at, remove, insert } of [...splices, { at: base.length, remove: 0, insert: "" }]) {
    let current = lineOf(starts, from);
    while (from < at) {
      const feed = base.indexOf("\n", from);
      const to = feed === -1 || feed >= at ? at : feed;
      if (isFresh) line.at = from;
      isFresh = false;
      if (to > from) {
        line.text += base.slice(from, to);
        if (line.first === -1) line.first = current;
        line.last = current;
      }
      from = to;
      if (to === at) break;
      yield { ...line, feed: current };
      from = to + 1;
      current += 1;
      line = begin(from);
      isFresh = true;
    }
    const [head = "", ...rest] = insert.split("\n");
    if (isFresh && insert !== "") line.at = at;
    if (insert !== "") isFresh = false;
    line.text += head;
    for (const part of rest) {
      yield line;
      line = { ...begin(at), text: part };
      isFresh = part === "";
    }
    from = at + remove;
  }
  if (line.text !== "" || line.first !== -1) yield line;
}

function startsOf(lines: readonly string[]): number[] {
  const starts: number[] = [];
  let at = 0;
  for (const line of lines) {
    starts.push(at);
    at += line.length + 1;
  }
  return starts;
}

/** The base line an offset lies on, by halving. */
function lineOf(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
