/**
 * Reads a task as people type it: `Call the hall @ann tomorrow #venue !high est:2h every week`. What is not recognized
 * stays part of the text. Pure, linear in the length of the text.
 */
import { fold } from "../../kernel/fold.ts";
import { mentionOf } from "./edits.ts";
import { type Assignee, LABEL, type Priority } from "./facts.ts";
import { DATE_RULES, EVERY_RULES } from "./quick-dates.ts";
import { nextDue, readRule } from "./recurrence.ts";

export const QUICK_KINDS = ["person", "due", "priority", "estimate", "label", "status", "every", "remind"] as const;
export type QuickKind = (typeof QUICK_KINDS)[number];

export type QuickFact = {
  readonly kind: QuickKind;
  /** The phrase as the user typed it, between the offsets `from` and `to`. */
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** A date, priority, key of a status, label or id of a person; an estimate or recurrence as in the task's line. */
  readonly value: string;
  /** True for words of the task's own syntax, which cannot be part of its text. */
  readonly isSyntax: boolean;
};

export type QuickContext = {
  /** The user's local date, YYYY-MM-DD. */
  readonly today: string;
  readonly people: readonly Assignee[];
  readonly statuses: readonly { readonly key: string; readonly label: string }[];
  /** Phrases that the user wants as text, in lower case. */
  readonly ignored?: ReadonlySet<string>;
};

export type QuickTask = { readonly words: string; readonly facts: readonly QuickFact[] };

/** Longer texts are no single task; the field does not accept them. */
export const MAX_QUICK_LENGTH = 2_000;

const PRIORITY_NAMES: Readonly<Record<Priority, string>> = {
  high: "high|hoch|عالية",
  medium: "medium|mittel|متوسطة",
  low: "low|niedrig|منخفضة",
};
const END = String.raw`(?=$|\s|[,;:!?.)](?:\s|$))`;
const SYNTAX: readonly (readonly [QuickKind, RegExp])[] = [
  ["due", new RegExp(String.raw`(?<!\S)due:(\d{4}-\d{2}-\d{2})${END}`, "giu")],
  ["priority", new RegExp(`(?<!\\S)!(${Object.values(PRIORITY_NAMES).join("|")})${END}`, "giu")],
  ["estimate", new RegExp(String.raw`(?<!\S)est:((?:\d{1,4}(?:\.\d{1,2})?[mhdw]){1,4})${END}`, "giu")],
  ["every", new RegExp(String.raw`(?<!\S)every:([\w,]{1,30})(?=$|\s)`, "giu")],
  ["remind", new RegExp(String.raw`(?<!\S)remind:(\d{1,3}[mhdw])${END}`, "giu")],
  ["label", new RegExp(String.raw`(?<!\S)#(${LABEL})${END}`, "giu")],
  ["status", /(?<!\S)(?:status:|\/)([\p{L}\p{N}_-]{1,60})(?=$|\s)/giu],
];

function inSyntax(text: string, context: QuickContext): QuickFact[] {
  return SYNTAX.flatMap(([kind, pattern]) =>
    [...text.matchAll(pattern)].flatMap(({ 0: all, 1: written = "", index }): QuickFact[] => {
      const value = valueOf(kind, written, context);
      return value === null
        ? []
        : [{ kind, text: all, from: index, to: index + all.length, value, isSyntax: !all.startsWith("/") }];
    }),
  );
}

function valueOf(kind: QuickKind, written: string, { statuses }: QuickContext): string | null {
  const lower = written.toLowerCase();
  if (kind === "priority")
    return Object.entries(PRIORITY_NAMES).find(([, names]) => names.split("|").includes(lower))?.[0] ?? null;
  if (kind === "every") return readRule(lower) && lower;
  if (kind !== "status") return kind === "label" || kind === "due" ? written : lower;
  const name = fold(written);
  const dashed = (label: string): string => fold(label).replaceAll(" ", "-");
  return statuses.find(({ key, label }) => fold(key) === name || dashed(label) === written.toLowerCase())?.key ?? null;
}

/** `@` with a full name, or with a first name that only one of the people has. */
function inPeople(text: string, people: readonly Assignee[]): QuickFact[] {
  const firsts = people.map(({ name }) => name.toLowerCase().split(" ")[0] ?? "");
  const names = people
    .flatMap(({ id, name }, at) => {
      const first = firsts[at] ?? "";
      const isOnly = firsts.filter((each) => each === first).length === 1;
      return [
        { id, name: name.toLowerCase() },
        ...(isOnly
          ? [
              { id, name: first },
              { id, name: fold(first) },
            ]
          : []),
      ];
    })
    .filter(({ name }) => name !== "")
    .toSorted((a, b) => b.name.length - a.name.length);
  const lower = text.toLowerCase();
  return [...lower.matchAll(/(?<!\S)@(?!\[)/g)].flatMap(({ index }): QuickFact[] => {
    const found = names.find(
      ({ name }) => lower.startsWith(name, index + 1) && !/[\p{L}\p{N}_]/u.test(lower.charAt(index + 1 + name.length)),
    );
    if (!found) return [];
    const to = index + 1 + found.name.length;
    return [{ kind: "person", text: text.slice(index, to), from: index, to, value: found.id, isSyntax: false }];
  });
}

const inWords = (text: string, { today }: QuickContext): QuickFact[] =>
  [...DATE_RULES.map((rule) => ["due", rule] as const), ...EVERY_RULES.map((rule) => ["every", rule] as const)].flatMap(
    ([kind, { pattern, read }]) =>
      [...text.matchAll(pattern)].flatMap((found): QuickFact[] => {
        const value = read(found.slice(1), today);
        const [all] = found;
        return value === null
          ? []
          : [{ kind, text: all, from: found.index, to: found.index + all.length, value, isSyntax: false }];
      }),
  );

const REPEATED = new Set<QuickKind>(["label", "person"]);

export function readQuickTask(text: string, context: QuickContext): QuickTask {
  if (text.length > MAX_QUICK_LENGTH) return { words: text.trim(), facts: [] };
  const all = [...inSyntax(text, context), ...inPeople(text, context.people), ...inWords(text, context)]
    .filter(({ text: each }) => !context.ignored?.has(each.toLowerCase()))
    .toSorted((a, b) => a.from - b.from || b.to - a.to);
  // Of phrases that overlap, the one that begins first counts, and of those the longest: "every Monday" is no date.
  const apart: QuickFact[] = [];
  for (const fact of all) if (fact.from >= (apart.at(-1)?.to ?? 0)) apart.push(fact);
  const facts = apart.filter(({ kind, value }, at) => {
    const later = apart.slice(at + 1).filter((other) => other.kind === kind);
    return REPEATED.has(kind) ? !later.some((other) => other.value === value) : later.length === 0;
  });
  const words = wordsBetween(text, facts);
  return words === "" ? { words: text.trim(), facts: [] } : { words, facts };
}

function wordsBetween(text: string, facts: readonly QuickFact[]): string {
  let at = 0;
  let words = "";
  for (const { from, to } of facts) {
    words += text.slice(at, from);
    at = to;
  }
  return (words + text.slice(at))
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ (?=[,;](?: |$))/g, "")
    .replace(/^[,; ]+|[,; ]+$/g, "");
}

/** The text of the task's line after its checkbox. `status`: the column that it is added to. */
export function sourceOf(
  { words, facts }: QuickTask,
  { today, people }: QuickContext,
  status: string | null = null,
): string {
  const of = (kind: QuickKind): string[] => facts.filter((fact) => fact.kind === kind).map(({ value }) => value);
  const [every] = of("every");
  const [chosen = status] = of("status");
  // A recurring task begins on its first day.
  const [due = every === undefined ? undefined : firstDue(every, today)] = of("due");
  const mentions = people.filter(({ id }) => of("person").includes(id)).map(mentionOf);
  return [
    words,
    ...mentions,
    ...(due === undefined ? [] : [`due:${due}`]),
    ...of("priority").map((each) => `!${each}`),
    ...of("estimate").map((each) => `est:${each}`),
    ...of("label").map((each) => `#${each}`),
    ...(chosen === null ? [] : [`status:${chosen}`]),
    ...(every === undefined ? [] : [`every:${every}`]),
    ...of("remind").map((each) => `remind:${each}`),
  ].join(" ");
}

const firstDue = (every: string, today: string): string =>
  /^\d/.test(every) ? today : (nextDue(every, null, today) ?? today);
