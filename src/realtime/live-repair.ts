/**
 * Repairs what Yjs produces when two people set the same part of a line at the same time. It keeps both insertions, but
 * `[xx]` is not a checkbox, `due:2026-12-01 due:2026-12-09` is not a date, and 12 and 15 in a cell are not 1215.
 *
 * The later value, in the order of the room, is kept. Only text that met another person's unseen text is considered, so
 * that nothing is changed that was typed with the other text in view.
 */
import { splitCells } from "./cells.ts";
import type { LineKind } from "./line-kind.ts";
import type { Meeting } from "./meetings.ts";
import { settingLines } from "./setting-lines.ts";
import { applySplices, type Splice } from "./splices.ts";
import { factsIn, isSingle, readLead } from "./task-line.ts";
import { countBreaks, splitLines } from "./text.ts";

/** The text from `from` to `to` around `text`: `left` and `right` were written by others. */
type Window = { readonly from: number; readonly to: number; readonly left: string; readonly right: string };
type Site = { readonly at: number; readonly text: string; readonly window: Window };

/** True if a typed run could set a whole part: it is then checked before it is broadcast. */
export const maySetPart = (kind: LineKind, text: string): boolean =>
  kind === "sheet" || (kind === "markdown" && text.length >= 4 && /[:!@#]/.test(text));

/** The splices that repair `text`; empty if nothing is broken. */
export function repairOf(kind: LineKind, text: string, meetings: readonly Meeting[]): Splice[] {
  const splices = meetings.flatMap((meeting) => repairMeeting(kind, text, meeting));
  // Two runs of one update may have met the same text.
  const repairs: Splice[] = [];
  for (const splice of splices.toSorted((a, b) => a.at - b.at)) {
    const last = repairs.at(-1);
    if (last === undefined || splice.at >= last.at + Math.max(last.remove, 1)) repairs.push(splice);
  }
  return applySplices(text, repairs) === text ? [] : repairs;
}

function repairMeeting(kind: LineKind, text: string, meeting: Meeting): Splice[] {
  const { at } = meeting;
  for (const left of new Set([meeting.left, meeting.maybeLeft + meeting.left]))
    for (const right of new Set([meeting.right, meeting.right + meeting.maybeRight])) {
      if (`${left}${right}` === "") continue;
      const window = { from: at - left.length, to: at + meeting.text.length + right.length, left, right };
      const site = { at, text: meeting.text, window };
      const isCertain = left === meeting.left && right === meeting.right;
      const splices =
        kind === "sheet" ? repairField(text, site) : kind === "markdown" ? repairLine(text, site, isCertain) : [];
      if (splices.length > 0) return splices;
    }
  return [];
}

const isMark = (before: string): boolean => /[ \t]$/.test(before) && readLead(`${before}[ ]`) === `${before}[`;
const isBox = (text: string): boolean => /^\[[ xX]\]$/.test(text);
const isOpened = (text: string): boolean => /^(?:\[[ xX])+$/.test(text);
const isClosed = (text: string): boolean => /^(?:[ xX]\])+$/.test(text);
const BOXES = /^(?:\[[ xX]\])+$/;

/** Removes what the others inserted beside it. */
function removeOthers({ at, text, window }: Site): Splice[] {
  const { from, to, left, right } = window;
  const end = at + text.length;
  return [
    ...(left === "" ? [] : [{ at: from, remove: left.length, insert: "" }]),
    ...(right === "" ? [] : [{ at: end, remove: to - end, insert: "" }]),
  ];
}

const startOf = (text: string, at: number): number => text.lastIndexOf("\n", at - 1) + 1;

function repairLine(text: string, site: Site, isCertain: boolean): Splice[] {
  const { from, to, left, right } = site.window;
  if (`${left}${site.text}${right}`.includes("\n")) return isCertain ? keepOnTask(text, site) : [];
  const start = startOf(text, from);
  const lineEnd = text.indexOf("\n", to);
  const [before, after] = [text.slice(start, from), text.slice(to, lineEnd < 0 ? text.length : lineEnd)];
  if (ROW.test(before)) return isCertain ? repairCell(site, before, after) : [];
  if (KEY.test(before) && after === "" && isSetting(text, start)) return removeOthers(site);
  return repairTask(text, site, isCertain, [before, after]);
}

/**
 * One user added words or facts at the end of a task's line, and another new lines below it. They were inserted at one
 * place, in either order: the words go before the new lines.
 */
function keepOnTask(text: string, { at, text: own, window }: Site): Splice[] {
  const { from, to, left, right } = window;
  const start = startOf(text, from);
  if ((text[to] ?? "\n") !== "\n" || readLead(text.slice(start, from)) === null) return [];
  const [leftBreak, rightBreak] = [left.indexOf("\n"), right.indexOf("\n")];
  if (isAddedToLine(own) && leftBreak >= 0) {
    const before = left.slice(0, leftBreak);
    const others = repairFacts(
      { at: from + leftBreak, text: own, window: { from, to, left: before, right: "" } },
      true,
    );
    return [...others, { at: from + leftBreak, remove: 0, insert: own }, { at, remove: own.length, insert: "" }];
  }
  const moved = rightBreak < 0 ? right : right.slice(0, rightBreak);
  if (!own.startsWith("\n") || !isAddedToLine(moved)) return [];
  return [
    { at, remove: 0, insert: moved },
    { at: at + own.length, remove: moved.length, insert: "" },
  ];
}

/** Text that a view added as a whole, not a letter that is being typed. */
const isAddedToLine = (text: string): boolean => /^[ \t]+\S.*$/.test(text);

const ROW = /^(?:[ \t]*>)*[ \t]*\|/;
const KEY = /^\s*(?:- )?[^\s:#"'[\]{}][^:#]*:[ \t]+$/;

const isSetting = (text: string, start: number): boolean =>
  settingLines(splitLines(text)).has(countBreaks(text, 0, start));

/** A number or date that both inserted into one table cell is replaced as a whole; words of both are kept, separated. */
function repairCell(site: Site, before: string, after: string): Splice[] {
  const { left, right } = site.window;
  const isWholeCell = /\|[ \t]*$/.test(before) && /^[ \t]*\|/.test(after);
  return isWholeCell && !/[\p{L}|]/u.test(`${left}${site.text}${right}`)
    ? removeOthers(site)
    : separateWords(site, before, after);
}

function repairTask(
  text: string,
  site: Site,
  isCertain: boolean,
  [before, after]: readonly [string, string],
): Splice[] {
  const { from, to, left, right } = site.window;
  // Both replaced the checkbox with its brackets.
  if (isMark(before) && isBox(site.text) && BOXES.test(left + right)) return removeOthers(site);
  // Both replaced the checkbox with one bracket.
  if (isMark(before) && isOpened(site.text) && isOpened(left + right) && after.startsWith("]"))
    return removeOthers(site);
  if (readLead(`${before}]`) === before && isClosed(site.text) && isClosed(left + right)) return removeOthers(site);
  const lead = readLead(before + text.slice(from, to) + after);
  if (lead === null) return [];
  if (before === lead && /^\](?:[ \t]|$)/.test(after))
    return /^[ xX]$/.test(site.text) && /^[ xX]*$/.test(left + right) ? removeOthers(site) : [];
  if (before.length <= lead.length) return [];
  // Only the value of a fact was replaced.
  const isValue = /^\S+$/.test(`${left}${site.text}${right}`) && /^(?:\s|$)/.test(after);
  if (isValue && /(?:^|[ \t])(?:[a-z][a-z-]*:|!)$/i.test(before)) return removeOthers(site);
  const facts = repairFacts(site, isCertain);
  return facts.length > 0 || !isCertain ? facts : separateWords(site, before, after);
}

/** If both set the same fact, removes the other's; likewise a person or label that both added. */
function repairFacts({ at, text, window }: Site, isCertain: boolean): Splice[] {
  const own = factsIn(text);
  const sides = [
    { offset: window.from, side: window.left },
    { offset: at + text.length, side: window.right },
  ];
  return sides.flatMap(({ offset, side }) => {
    const others = factsIn(side);
    const rest = applySplices(side, others.map(({ from, to }) => ({ at: from, remove: to - from, insert: "" }))); // oxfmt-ignore
    if (!isCertain && rest.trim() !== "") return [];
    return others.flatMap(({ key, from, to }) =>
      own.some((fact) => fact.key === key && (isSingle(key) || fact.text !== ""))
        ? [{ at: offset + from, remove: to - from, insert: "" }]
        : [],
    );
  });
}

const ENDS_IN_WORD = /[\p{L}\p{N}]$/u;
const STARTS_WITH_WORD = /^[\p{L}\p{N}]/u;

/** If two people replaced the same words with different ones, keeps both, separated by spaces. */
function separateWords({ at, text, window }: Site, before: string, after: string): Splice[] {
  const { left, right } = window;
  if (text.length < 2 || !/(?:^|\s)$/.test(before) || !/^(?:\s|$)/.test(after)) return [];
  const parts = (one: string, other: string): boolean => ENDS_IN_WORD.test(one) && STARTS_WITH_WORD.test(other);
  return [
    ...(parts(left, text) ? [{ at, remove: 0, insert: " " }] : []),
    ...(parts(text, right) ? [{ at: at + text.length, remove: 0, insert: " " }] : []),
  ];
}

/** A sheet field is replaced as a whole. Fields that both appended after the last one of a row are overlaid. */
function repairField(text: string, site: Site): Splice[] {
  const { from, to, left, right } = site.window;
  if (`${left}${site.text}${right}`.includes("\n")) return [];
  const start = startOf(text, from);
  const before = text.slice(start, from);
  const isInQuotes = (before.split('"').length - 1) % 2 === 1;
  const next = text[to] ?? "\n";
  if (isInQuotes || (next !== "," && next !== "\n")) return [];
  const isOneField = [left, site.text, right].every((side) => splitCells("sheet", side)?.cells.length === 1);
  if (isOneField && (before === "" || before.endsWith(","))) return removeOthers(site);
  const sides = [left, right].filter((side) => side !== "");
  if (next !== "\n" || ![site.text, ...sides].every((side) => side.startsWith(","))) return [];
  const overlaid = sides.reduce((under, side) => overlay(side.split(","), under), site.text.split(","));
  return [{ at: from, remove: to - from, insert: overlaid.join(",") }];
}

/** Quoted fields with commas are rare there: the later side's fields then follow, as Yjs ordered them. */
const overlay = (under: readonly string[], over: readonly string[]): string[] =>
  Array.from({ length: Math.max(under.length, over.length) }, (_, i) => over[i] || (under[i] ?? ""));
