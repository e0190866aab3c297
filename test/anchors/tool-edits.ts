/** Edits by tools: lines, whole bodies, splices, and restored versions. False if there was nothing to edit. */
import type { Range } from "../../src/anchors/blanks.ts";
import { RangeMap } from "../../src/anchors/range-map.ts";
import { diffText } from "../../src/realtime/diff.ts";
import type { Edits } from "./people-edits.ts";
import { focusOf, lineAround, lineNumber, sectionsOf, WORDS } from "./places.ts";
import type { Unit } from "./shadow.ts";
import type { Subject, Version, World } from "./world.ts";

const NONE: Unit = { id: 0, unit: "", isGone: true, copyOf: 0 };

/** The range of a subject's units if they are intact; it begins at -1 if the first one is gone. */
function placeOf({ shadow }: World, { units }: Subject): Range {
  const from = shadow.visible.indexOf(units[0] ?? NONE);
  return { from, to: from + units.length };
}

type Replacement = Range & { readonly by: string };

export const toolEdits: Edits = {
  lineReplace(world) {
    const { from, to } = focusOf(world);
    const line = lineAround(world.text, from + world.int(Math.max(1, to - from)));
    const words = wordsIn(world.text, line);
    if (words.length === 0) return false;
    const chosen = new Set([world.pick(words), ...(world.chance(0.5) ? [world.pick(words)] : [])]);
    return replaceLine(world, line, replacementsOf(world, chosen));
  },
  /** Rewords several lines in one body. */
  bulk(world) {
    const lines = [focusOf(world), focusOf(world), focusOf(world)].map(({ from }) => lineAround(world.text, from));
    const words = lines.flatMap((line) => wordsIn(world.text, line));
    if (words.length === 0) return false;
    const chosen = Map.groupBy([world.pick(words), world.pick(words), world.pick(words)], ({ from }) => from);
    const replacements = replacementsOf(
      world,
      [...chosen.values()].flatMap(([word]) => word ?? []),
    );
    return replaceAll(world, replacements, world.chance(0.5));
  },
  findReplace(world) {
    const all = wordsIn(world.text, { from: 0, to: world.text.length }).filter(({ by }) => /^\p{L}{3,}$/u.test(by));
    if (all.length === 0) return false;
    const { by: word } = world.pick(all);
    const by = world.pick(["alpha", "river", `${word}s`, word.slice(0, -1)]);
    const found = all.filter((each) => each.by === word).map(({ from, to }) => ({ from, to, by }));
    return replaceAll(world, found, world.chance(0.5));
  },
  caseChange(world) {
    const { from, to } = focusOf(world);
    const line = lineAround(world.text, world.whole(from));
    const range = { from: world.whole(from), to: Math.min(line.to, Math.max(to, from + 1)) };
    const words = world.text.slice(range.from, range.to);
    const other = world.chance(0.5)
      ? words.toUpperCase()
      : words.replace(/\b\p{L}/gu, (letter) => letter.toUpperCase());
    if (other.length !== words.length || other === words || !other.isWellFormed()) return false;
    return setLine(world, line, range, other, () => world.shadow.respell(range.from, other));
  },
  punctuation(world) {
    const at = world.whole(focusOf(world).to);
    const mark = world.pick([",", ".", "!", " –"]);
    const range = { from: at, to: at };
    return setLine(world, lineAround(world.text, at), range, mark, () => world.shadow.insert(at, mark));
  },
  /** Breaks the lines of a paragraph anew. */
  reflow(world) {
    const { from } = focusOf(world);
    const paragraphs = Array.from(
      world.text.matchAll(/(?<=^|\n\n)[^\n#|>`\-*\s][^\n]*(?:\n[^\n#|>`\-*\s][^\n]*)*/g),
      ({ 0: words, index }) => ({ from: index, to: index + words.length }),
    ).filter((paragraph) => paragraph.to - paragraph.from > 60);
    if (paragraphs.length === 0) return false;
    const distance = (range: Range) => Math.abs(range.from - from);
    const paragraph = paragraphs.reduce((a, b) => (distance(b) < distance(a) ? b : a));
    const broken = breakLines(world.text.slice(paragraph.from, paragraph.to), 30 + world.int(80));
    const content = { startLine: lineNumber(world.text, paragraph.from), content: broken };
    return world.edit(
      { kind: "lines", operation: "replace", ...content, endLine: lineNumber(world.text, paragraph.to) },
      () => world.shadow.respell(paragraph.from, broken),
    );
  },
  /** Moves a section in a new body. */
  reorder(world) {
    const { text, shadow } = world;
    const sections = sectionsOf(text).filter(({ to }) => text[to - 1] === "\n");
    if (sections.length < 2) return false;
    const { from, to } = world.pick(sections);
    const rest = text.slice(0, from) + text.slice(to);
    const at = world.pick(sectionsOf(rest)).from;
    const body = rest.slice(0, at) + text.slice(from, to) + rest.slice(at);
    // A body does not say which of two equal passages moved: the room keeps those that stay in the change it computes.
    const map = new RangeMap(diffText(text, body));
    const kept = world.subjects.map((subject) => map.map(placeOf(world, subject)));
    return world.edit({ kind: "body", content: body }, () => {
      shadow.paste(at, shadow.remove(from, to - from));
      world.subjects.forEach((subject, i) => {
        const [place, mapped] = [placeOf(world, subject), kept[i]];
        subject.isUncertain ||= place.from !== -1 && mapped?.isTouched === false && place.from !== mapped.from;
      });
    });
  },
  /** Imports a body with another beginning and end. */
  import(world) {
    const [head, foot] = [`# ${world.pick(WORDS)}\n\n`, `\n\nImported ${world.pick(WORDS)}\n`];
    return world.edit({ kind: "body", content: head + world.text + foot }, () => {
      world.shadow.insert(world.shadow.visible.length, foot);
      world.shadow.insert(0, head);
    });
  },
  restore: (world) => {
    const version = world.pick(world.versions);
    return version.text !== world.text && world.restore(version);
  },
  /** A body made from an earlier revision, with changes of lines that nobody else has touched since. */
  staleBody(world) {
    const version = world.pick(world.versions.slice(-6));
    const lines = untouchedLines(world, version);
    if (lines.length < 2) return false;
    const chosen = new Map([world.pick(lines), world.pick(lines)].map((line) => [line.from, line]));
    const inserts = [...chosen.values()].map(({ from, to }) => {
      const isFirst = world.chance(0.3);
      const words = `${world.pick(WORDS)}${world.int(1000)}`;
      const unit = version.units[isFirst ? from : to - 1]?.unit;
      return { at: isFirst ? from : to, text: isFirst ? `${words} ` : ` ${words}`, unit, behind: isFirst ? 0 : 1 };
    });
    let body = version.text;
    for (const { at, text } of inserts.toSorted((a, b) => b.at - a.at))
      body = body.slice(0, at) + text + body.slice(at);
    const record = () => {
      for (const { unit, text, behind } of inserts)
        if (unit) world.shadow.insert(world.shadow.visible.indexOf(unit) + behind, text);
    };
    return world.edit({ kind: "body", content: body }, record, version.revision);
  },
};

const wordsIn = (text: string, { from, to }: Range): Replacement[] =>
  Array.from(text.slice(from, to).matchAll(/[\p{L}\p{N}]+/gu), ({ 0: by, index }) => ({
    from: from + index,
    to: from + index + by.length,
    by,
  }));

const replacementsOf = (world: World, words: Iterable<Range>): Replacement[] =>
  Array.from(words, ({ from, to }) => ({ from, to, by: world.pick(WORDS) })).toSorted((a, b) => a.from - b.from);

function replaceAll(world: World, replacements: readonly Replacement[], asBody: boolean): boolean {
  const splices = replacements.map(({ from, to, by }) => ({ at: from, remove: to - from, insert: by }));
  const record = () => recordAll(world, replacements);
  if (!asBody) return world.edit({ kind: "splices", splices }, record);
  return world.edit({ kind: "body", content: applied(world.text, replacements) }, record);
}

function replaceLine(world: World, line: Range, replacements: readonly Replacement[]): boolean {
  const own = replacements.map((each) => ({ ...each, from: each.from - line.from, to: each.to - line.from }));
  const content = applied(world.text.slice(line.from, line.to), own);
  const startLine = lineNumber(world.text, line.from);
  return world.edit({ kind: "lines", operation: "replace", startLine, content }, () => recordAll(world, replacements));
}

function recordAll({ shadow, reworded }: World, replacements: readonly Replacement[]): void {
  for (const { from, to, by } of replacements.toReversed()) {
    for (const unit of shadow.remove(from, to - from)) reworded.add(unit);
    shadow.insert(from, by);
  }
}

function applied(text: string, replacements: readonly Replacement[]): string {
  let result = text;
  for (const { from, to, by } of replacements.toReversed()) result = result.slice(0, from) + by + result.slice(to);
  return result;
}

function setLine(world: World, line: Range, range: Range, by: string, record: () => void): boolean {
  const content = world.text.slice(line.from, range.from) + by + world.text.slice(range.to, line.to);
  const startLine = lineNumber(world.text, line.from);
  return world.edit({ kind: "lines", operation: "replace", startLine, content }, record);
}

function breakLines(text: string, width: number): string {
  const units = text.replaceAll("\n", " ").split("");
  let [column, space] = [0, -1];
  units.forEach((unit, i) => {
    if (unit === " ") space = i;
    column++;
    if (column <= width || space === -1) return;
    units[space] = "\n";
    column = i - space;
    space = -1;
  });
  return units.join("");
}

/** Lines of a version that stand unchanged in the page. */
function untouchedLines({ shadow }: World, version: Version): Range[] {
  const places = new Map<Unit, number>(shadow.visible.map((unit, i) => [unit, i]));
  const lines: Range[] = [];
  let from = 0;
  for (const line of version.text.split("\n")) {
    const to = from + line.length;
    const first = places.get(version.units[from]?.unit ?? shadow.visible[0] ?? NONE);
    const isSame = version.units
      .slice(from, to)
      .every(({ unit, character }, i) => unit.unit === character && places.get(unit) === (first ?? NaN) + i);
    const isLine = first !== undefined && isFeed(shadow, first - 1) && isFeed(shadow, first + line.length);
    if (line.length > 4 && isSame && isLine) lines.push({ from, to });
    from = to + 1;
  }
  return lines;
}

const isFeed = ({ visible }: { readonly visible: readonly Unit[] }, at: number): boolean =>
  at < 0 || at >= visible.length || visible[at]?.unit === "\n";
