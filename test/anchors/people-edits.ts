/** Edits by people in their editors, one Yjs update each. False if there was nothing to edit. */
import type { Range } from "../../src/anchors/blanks.ts";
import { focusOf, lineAround, lineStarts, WORDS } from "./places.ts";
import type { Unit } from "./shadow.ts";
import type { World } from "./world.ts";

export type Edits = Readonly<Record<string, (world: World) => boolean>>;

export const peopleEdits: Edits = {
  typeInside(world) {
    const { from, to } = focusOf(world);
    return type(world, from + world.int(Math.max(1, to - from)), `${world.pick(WORDS)} `);
  },
  typeNear(world) {
    const { from, to } = focusOf(world);
    const at = world.pick([from, to, Math.max(0, from - 1), Math.min(world.text.length, to + 1)]);
    return type(world, at, world.pick([" ", "", "."]) + world.pick(WORDS));
  },
  typeBefore: (world) => type(world, world.int(Math.max(1, focusOf(world).from)), `${world.pick(WORDS)}\n`),
  deletePart(world) {
    const { from, to } = focusOf(world);
    const at = from + world.int(to - from);
    return remove(world, { from: at, to: Math.min(to, at + 1 + world.int(Math.max(1, to - at))) }).length > 0;
  },
  deleteAll(world) {
    const { from, to } = focusOf(world);
    const more = world.chance(0.5) ? 40 : 1;
    return remove(world, { from: from - world.int(more), to: to + world.int(more) }).length > 0;
  },
  undo: (world) => world.undo(world.pick(world.people)),
  deleteAndRetype(world) {
    const [one, other] = world.chance(0.5) ? world.people : world.people.toReversed();
    const { from, to } = focusOf(world);
    const gone = remove(world, { from, to: Math.min(to, from + 300) }, one);
    const [first] = gone;
    if (first === undefined || other === undefined) return false;
    if (world.chance(0.6)) (world.chance(0.5) ? peopleEdits.typeBefore : peopleEdits.typeNear)?.(world);
    const at = world.shadow.gapOf(first);
    if (world.chance(0.5)) {
      const words = gone.map(({ unit }) => unit).join("");
      const splices = [{ at, remove: 0, insert: words }];
      return world.edit({ kind: "splices", splices }, () => world.shadow.setGone(gone, false));
    }
    const size = world.chance(0.5) ? gone.length : 1 + world.int(Math.max(1, gone.length / 4));
    for (const [i, piece] of piecesOf(gone, size)) world.retype(other, at + i, piece);
    return true;
  },
  /** Cut and paste, now and then with an edit in between. */
  moveParagraph(world) {
    const { from, to } = lineAround(world.text, focusOf(world).from);
    return to > from + 2 && move(world, { from, to: Math.min(world.text.length, to + 1) }, true);
  },
  moveWords(world) {
    const { from, to } = focusOf(world);
    return to - from >= 2 && to - from <= 300 && move(world, { from, to }, false);
  },
  duplicate(world) {
    const focus = focusOf(world);
    const isLine = world.chance(0.4);
    const range = wholeRange(world, isLine ? lineAround(world.text, focus.from) : focus);
    const [from, to] = [range.from, world.whole(Math.min(range.to, range.from + 400))];
    const words = world.text.slice(from, to);
    if (words === "") return false;
    const copied = idsOf(world.shadow.visible.slice(from, to));
    const at = isLine ? world.pick(lineStarts(world.text)) : world.whole(world.int(world.text.length));
    const insert = isLine ? `${words}\n` : words;
    const person = world.pick(world.people);
    if (world.chance(0.5)) world.insert(person, at, insert, copied);
    else
      world.edit({ kind: "splices", splices: [{ at, remove: 0, insert }] }, () =>
        world.shadow.insert(at, insert, copied),
      );
    return true;
  },
  /** A move in the other order. */
  copyThenDelete(world) {
    const { from, to } = lineAround(world.text, focusOf(world).from);
    if (to - from < 3 || to === world.text.length) return false;
    const person = world.pick(world.people);
    const words = world.text.slice(from, to + 1);
    const at = world.pick(lineStarts(world.text).filter((start) => start <= from || start > to));
    const originals = world.shadow.visible.slice(from, to + 1);
    const copies = world.insert(person, at, words, idsOf(originals));
    const shift = from >= at ? words.length : 0;
    world.follow(new Map(originals.map((unit, i) => [unit, copies[i] ?? unit])));
    return remove(world, { from: from + shift, to: to + 1 + shift }, person).length > 0;
  },
};

const idsOf = (units: readonly Unit[]): number[] => units.map(({ id, copyOf }) => copyOf || id);

function type(world: World, at: number, text: string): boolean {
  world.insert(world.pick(world.people), world.whole(at), text);
  return true;
}

const wholeRange = (world: World, { from, to }: Range): Range => ({
  from: world.whole(Math.max(0, from)),
  to: world.whole(Math.min(world.text.length, to)),
});

function remove(world: World, range: Range, person = world.pick(world.people)): Unit[] {
  const { from, to } = wholeRange(world, range);
  return to > from ? world.remove(person, { from, to }) : [];
}

function move(world: World, range: Range, isLine: boolean): boolean {
  const person = world.pick(world.people);
  const cut = remove(world, range, person);
  if (cut.length === 0) return false;
  if (isLine && world.chance(0.3)) peopleEdits.typeBefore?.(world);
  const at = isLine ? world.pick(lineStarts(world.text)) : world.whole(world.int(world.text.length));
  world.paste(person, at, cut);
  return true;
}

function* piecesOf(units: readonly Unit[], size: number): Generator<[number, Unit[]]> {
  let from = 0;
  while (from < units.length) {
    let to = Math.min(units.length, from + size);
    if (/[\ud800-\udbff]/.test(units[to - 1]?.unit ?? "")) to++;
    yield [from, units.slice(from, to)];
    from = to;
  }
}
