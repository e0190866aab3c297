/** Where the simulation edits and comments: ranges of a page's text. */
import type { Range } from "../../src/anchors/blanks.ts";
import type { World } from "./world.ts";

export const WORDS = [
  "alpha",
  "river",
  "maybe",
  "shipping",
  "the",
  "and so",
  "42",
  "docs",
  "zeta-9",
  "über",
  "東京",
  "🙂",
];

export function lineAround(text: string, at: number): Range {
  const from = text.lastIndexOf("\n", at - 1) + 1;
  const to = text.indexOf("\n", at);
  return { from, to: to === -1 ? text.length : to };
}

/** 1-based. */
export const lineNumber = (text: string, at: number): number => text.slice(0, at).split("\n").length;

export const lineStarts = (text: string): number[] => [
  0,
  ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1),
];

/** From every heading to the next. */
export function sectionsOf(text: string): Range[] {
  const starts = Array.from(text.matchAll(/^#{1,6} .*$/gm), ({ index }) => index);
  return starts.map((from, i) => ({ from, to: starts[i + 1] ?? text.length }));
}

/** Mostly what is left of a quote, otherwise anywhere. */
export function focusOf(world: World): Range {
  const { visible } = world.shadow;
  if (world.subjects.length > 0 && world.chance(0.7)) {
    const left = new Set(world.pick(world.subjects).units.filter(({ isGone }) => !isGone));
    const from = visible.findIndex((unit) => left.has(unit));
    if (from !== -1) return { from, to: visible.findLastIndex((unit) => left.has(unit)) + 1 };
  }
  const from = world.int(visible.length);
  return { from, to: Math.min(visible.length, from + 1 + world.int(60)) };
}

const KINDS = ["word", "word", "phrase", "phrase", "line", "paragraph", "cell", "code", "long", "repeated"];

/** Puts an anchor on something of a random kind; false if the page has nothing of the kind. */
export function commentSomewhere(world: World): boolean {
  const { text } = world;
  const kind = world.pick(KINDS);
  const words = Array.from(text.matchAll(/[\p{L}\p{N}_]+/gu), ({ 0: word, index }) => ({
    word,
    from: index,
    to: index + word.length,
  }));
  if (words.length < 10) return false;
  const spanOf = (more: number): Range => {
    const first = world.int(words.length - 6);
    const from = words[first]?.from ?? 0;
    return { from, to: Math.min(from + 1_000, words[Math.min(words.length - 1, first + more)]?.to ?? from) };
  };
  if (kind === "word") return world.comment(world.pick(words), kind);
  if (kind === "phrase") return world.comment(spanOf(1 + world.int(5)), kind);
  if (kind === "long") return world.comment(spanOf(10 + world.int(30)), kind);
  if (kind === "repeated") {
    const counts = Map.groupBy(words, ({ word }) => word);
    const repeated = words.filter(({ word }) => word.length > 2 && (counts.get(word)?.length ?? 0) > 1);
    return repeated.length > 0 && world.comment(world.pick(repeated), kind);
  }
  const spans = spansOf(text, kind);
  return spans.length > 0 && world.comment(world.pick(spans), kind);
}

/** Lines, lines of code, paragraphs or table cells. */
function spansOf(text: string, kind: string): Range[] {
  if (kind === "paragraph")
    return Array.from(text.matchAll(/[^\n]+(?:\n[^\n]+)*/g), ({ 0: words, index }) => ({
      from: index,
      to: index + words.length,
    })).filter(({ from, to }) => to - from > 10 && to - from <= 1_000);
  const spans: Range[] = [];
  let isFenced = false;
  for (const from of lineStarts(text)) {
    const { to } = lineAround(text, from);
    const line = text.slice(from, to);
    if (/^\s*```/.test(line)) isFenced = !isFenced;
    const isCode = isFenced || /^ {4}/.test(line);
    if (line.trim().length > 3 && (kind === "line" || (kind === "code" && isCode))) spans.push({ from, to });
    if (kind === "cell" && /^\s*\|.*\|/.test(line))
      for (const { 0: cell, index } of line.matchAll(/[^|]*\w[^|]*/g))
        spans.push({ from: from + index, to: from + index + cell.length });
  }
  return spans;
}
