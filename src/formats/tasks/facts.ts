/**
 * The facts of a task's line: words such as `due:2026-12-01`, `!high`, `status:doing` or `est:2h`, anywhere after its
 * checkbox, and the labels (`#venue`) and people at its end. Everything else is the task's text. Pure.
 */
import { labelOf } from "../markdown/inline.ts";

export const PRIORITIES = ["high", "medium", "low"] as const;
export type Priority = (typeof PRIORITIES)[number];

export type Assignee = { readonly id: string; readonly name: string };

/** The facts that occur at most once; of several, the last one counts. */
export const FACT_KEYS = ["due", "!", "status", "est", "every", "remind", "last", "id", "after"] as const;
export type FactKey = (typeof FACT_KEYS)[number];

/** A range of the source; `from` includes the whitespace before the word. */
export type Span = { readonly from: number; readonly to: number; readonly value: string };

export type Facts = {
  readonly single: ReadonlyMap<FactKey, Span>;
  readonly labels: readonly Span[];
  /** All facts in order, including people at the end and those that a later one overrides. */
  readonly spans: readonly Span[];
};

export const MENTION = /@\[((?:\\.|[^[\]\\])*)\]\(user:([\w-]+)\)/g;

/** A mention of a page, as it stands in a task that became a page. */
export const PAGE_LINK = /@\[((?:\\.|[^[\]\\])*)\]\(page:([\w-]+)\)/g;

/** A key of a status, or an id of a task. */
export const NAME = String.raw`[\p{L}\p{N}_-]{1,40}`;
const UNITS = "[dwmy]";
const DAYS = "(?:mon|tue|wed|thu|fri|sat|sun)";
const WORD = [
  String.raw`due:\d{4}-\d{2}-\d{2}`,
  "!(?:high|medium|low)",
  `status:${NAME}`,
  String.raw`est:(?:\d{1,4}(?:\.\d{1,2})?[mhdw]){1,4}`,
  String.raw`every:(?:\d{0,3}${UNITS}|weekday|${DAYS}(?:,${DAYS}){0,6})`,
  String.raw`remind:\d{1,3}[mhdw]`,
  String.raw`last:\d{4}-\d{2}-\d{2}`,
  `id:${NAME}`,
  `after:${NAME}(?:,${NAME}){0,19}`,
].join("|");
const SINGLE = new RegExp(String.raw`(^|\s)(${WORD})(?=\s|$)`, "giu");

/** A label has a letter, so that `#42` stays a number. */
export const LABEL = String.raw`(?=[\p{N}_-]*\p{L})[\p{L}\p{N}_-]{1,60}`;
const LAST_LABEL = new RegExp(String.raw`(?:^|\s)#(${LABEL})$`, "u");
const LAST_PERSON = /(?:^|\s)@\[(?:\\.|[^[\]\\]){0,200}\]\(user:[\w-]{1,64}\)$/;
/** Longer than any label or person at the end. */
const LONGEST_LAST = 480;

function keyOf(word: string): FactKey {
  const key = word.startsWith("!") ? "!" : word.slice(0, word.indexOf(":")).toLowerCase();
  return FACT_KEYS.find((each) => each === key) ?? "!";
}

const valueOf = (word: string): string => {
  if (word.startsWith("!")) return word.slice(1).toLowerCase();
  const at = word.indexOf(":");
  const value = word.slice(at + 1);
  return /^(?:est|every|remind)$/i.test(word.slice(0, at)) ? value.toLowerCase() : value;
};

/** Takes linear time: the end of the line is searched word by word. */
export function factsOf(source: string): Facts {
  const single = new Map<FactKey, Span>();
  const spans: Span[] = [];
  for (const { 0: all, 2: word = "", index } of source.matchAll(SINGLE)) {
    const span = { from: index, to: index + all.length, value: valueOf(word) };
    spans.push(span);
    single.set(keyOf(word), span);
  }
  const labels: Span[] = [];
  const ends = new Map(spans.map((span) => [span.to, span]));
  for (let end = source.trimEnd().length; end > 0;) {
    const tail = source.slice(Math.max(0, end - LONGEST_LAST), end);
    const label = LAST_LABEL.exec(tail);
    const found = ends.get(end) ?? null;
    const last = label ?? (found ? null : LAST_PERSON.exec(tail));
    if (found === null && last === null) break;
    const from = found?.from ?? end - (last?.[0].length ?? 0);
    if (found === null) {
      const span = { from, to: end, value: label?.[1] ?? "" };
      if (label) labels.push(span);
      spans.push(span);
    }
    end = source.slice(0, from).trimEnd().length;
  }
  return { single, labels: labels.toReversed(), spans: spans.toSorted((a, b) => a.from - b.from) };
}

/** Removes the ranges of a text; of the spaces around a removed range, one remains. */
export function without(source: string, spans: readonly Span[]): string {
  let at = 0;
  let rest = "";
  for (const { from, to } of spans) {
    rest += source.slice(at, from);
    at = to;
  }
  return (rest + source.slice(at)).replaceAll(/[ \t]{2,}/g, " ").trim();
}

/** Facts that are shown beside the text, so that they are no part of it. People stay in it. */
const besideText = ({ spans }: Facts, source: string): Span[] =>
  spans.filter(({ from, to }) => !source.slice(from, to).trimStart().startsWith("@"));

/** A task's text in Markdown, without its facts. */
export const textOf = (source: string): string => without(source, besideText(factsOf(source), source));

/** A task's text in Markdown without its facts and the people at its end, who are shown beside it. */
export const displayedOf = (source: string): string => {
  const text = without(source, factsOf(source).spans);
  return text === "" ? textOf(source) : text;
};

/** A task's text; people are shown as `@Name`, and pages by their titles. */
export const wordsOf = (source: string): string =>
  textOf(source)
    .replaceAll(MENTION, (_, label: string) => `@${labelOf(label)}`)
    .replaceAll(PAGE_LINK, (_, label: string) => labelOf(label))
    .replaceAll(/[ \t]{2,}/g, " ")
    .trim();

/** A task's text without the people at its end, who are shown beside it. */
export const titleOf = (source: string): string =>
  displayedOf(source)
    .replaceAll(MENTION, (_, label: string) => `@${labelOf(label)}`)
    .replaceAll(PAGE_LINK, (_, label: string) => labelOf(label));

/** Minutes of an estimate such as `1h30m`: a day has 8 hours and a week 5 days. */
export function minutesOf(estimate: string): number {
  const units: Readonly<Record<string, number>> = { m: 1, h: 60, d: 480, w: 2_400 };
  return [...estimate.matchAll(/([\d.]+)([mhdw])/g)].reduce(
    (sum, [, count, unit = ""]) => sum + Number(count) * (units[unit] ?? 0),
    0,
  );
}
