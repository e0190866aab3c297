/**
 * The parts of a task line: its lead, checkbox, title, and facts: `due:2026-12-01`, `!high`, `#label`, people, and
 * other words of the form `key:value`.
 */

/** `from` includes the whitespace before the fact. Offsets refer to the line. */
export type Fact = { readonly key: string; readonly text: string; readonly from: number; readonly to: number };

export type TaskLine = {
  /** Text up to the checkbox's opening bracket. */
  readonly lead: string;
  readonly box: string;
  readonly space: string;
  /** Offset of the text after the checkbox. */
  readonly start: number;
  /** Text after the checkbox, without the facts. */
  readonly title: string;
  readonly facts: readonly Fact[];
};

const TASK = /^((?:[ \t]*>)*[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+)\[([ xX])\]([ \t]+|$)/;
const BOXED = /^((?:[ \t]*>)*[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[)[ xX]*\](?:[ \t]|$)/;
const FACT =
  /(?:^|(?<![ \t])[ \t]+)(@\[(?:\\.|[^[\]\\])*\]\(user:[\w-]+\)|[a-z][a-z-]*:[^\s:/]\S*|!(?:high|medium|low)|#[\p{L}\p{N}_-]+)(?=\s|$)/giu;
/** Longer lines are not realistic tasks, and the expression above is quadratic if nothing matches. */
const LONGEST = 4_000;

/** Facts that occur at most once per line. */
export const isSingle = (key: string): boolean => key === "!" || key.endsWith(":");

function keyOf(text: string): string {
  if (text.startsWith("@")) return text.slice(text.lastIndexOf("(") + 1, -1);
  if (text.startsWith("#")) return text;
  return text.startsWith("!") ? "!" : text.slice(0, text.indexOf(":") + 1).toLowerCase();
}

export function factsIn(text: string, offset = 0): Fact[] {
  const facts = [...text.matchAll(FACT)].map(({ 0: all, 1: fact = "", index }) => ({
    key: keyOf(fact),
    text: fact,
    from: offset + index,
    to: offset + index + all.length,
  }));
  // People and labels in the middle of the text are words: they are facts only at the end of the line.
  let end = offset + text.trimEnd().length;
  for (const { from, to } of facts.toReversed()) {
    if (to !== end) break;
    end = from;
  }
  return facts.filter(({ key, from }) => isSingle(key) || from >= end);
}

/** Text before the checkbox of a task line, whatever its state; null for other lines. */
export const readLead = (line: string): string | null => BOXED.exec(line)?.[1] ?? null;

/** Null for a line that is not a task, or has a fact twice. */
export function readTask(line: string): TaskLine | null {
  const found = line.length > LONGEST ? null : TASK.exec(line);
  if (!found) return null;
  const [all, lead = "", box = " ", space = ""] = found;
  const facts = factsIn(line.slice(all.length), all.length);
  if (new Set(facts.map(({ key }) => key)).size < facts.length) return null;
  return { lead, box, space, start: all.length, title: titleOf(line, all.length, facts), facts };
}

function titleOf(line: string, start: number, facts: readonly Fact[]): string {
  let at = start;
  const pieces: string[] = [];
  for (const { from, to } of facts) {
    pieces.push(line.slice(at, from));
    at = to;
  }
  return [...pieces, line.slice(at)].join("").trim();
}
