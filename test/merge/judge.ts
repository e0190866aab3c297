/** Checks, part by part, that a merge contains both of two concurrent edits to a page. */
import { mergeChanges } from "../../src/realtime/merge.ts";
import { changeBetween } from "../../src/realtime/word-alignment.ts";

type Part = string | readonly string[] | null;
export type Thing = Readonly<Record<string, Part>>;

/** The items on a page by name, and anything on it that cannot be parsed. */
export type Reading = { readonly things: ReadonlyMap<string, Thing>; readonly faults: readonly string[] };

export type Edit = (lines: readonly string[]) => readonly string[];
export type Case = readonly [name: string, one: Edit, other: Edit];

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Allowed merges of a part `o` that the sides changed to `a` and `b`. For lists: all additions, and no removed items. */
function allowed(o: Part, a: Part, b: Part): Part[] {
  if (Array.isArray(o) || Array.isArray(a) || Array.isArray(b)) {
    const [x, y, z] = [o, a, b].map((list) => (Array.isArray(list) ? (list as string[]) : []));
    const kept = (x ?? []).filter((each) => y?.includes(each) && z?.includes(each));
    const added = [...(y ?? []), ...(z ?? [])].filter((each) => !x?.includes(each));
    const all = [...new Set([...kept, ...added])].toSorted();
    // If both replaced the only item, they changed the same line, and one of them may win.
    const isReplaced = x?.length === 1 && kept.length === 0 && y?.length === 1 && z?.length === 1;
    return isReplaced ? [all, y ?? [], z ?? []] : [all];
  }
  return same(a, o) ? [b] : same(b, o) ? [a] : [a, b];
}

const sorted = (part: Part | undefined): Part =>
  Array.isArray(part) ? (part as string[]).toSorted() : ((part as Part) ?? null);

function damageOf(texts: readonly string[], read: (text: string) => Reading): string[] {
  const [base, one, other, merged] = texts.map(read);
  if (!base || !one || !other || !merged) throw new Error("Expected four texts.");
  const damage = [...merged.faults];
  const names = new Set([base, one, other, merged].flatMap(({ things }) => [...things.keys()]));
  for (const name of names) {
    const [o, a, b, m] = [base, one, other, merged].map(({ things }) => things.get(name));
    if (m === undefined) {
      if (o === undefined || (a !== undefined && b !== undefined)) damage.push(`${name} is lost`);
      continue;
    }
    if (o === undefined && a === undefined && b === undefined) damage.push(`${name} was never there`);
    // If one side removed it, it may survive with the other side's changes.
    for (const part of Object.keys({ ...o, ...a, ...b, ...m })) {
      const was = sorted(o?.[part]);
      const [mine, theirs] = [a ? sorted(a[part]) : was, b ? sorted(b[part]) : was];
      const wanted =
        o === undefined && (a === undefined || b === undefined)
          ? [sorted((a ?? b)?.[part])]
          : allowed(was, mine, theirs);
      if (!wanted.some((each) => same(each, sorted(m[part]))))
        damage.push(`${name}: ${part} is ${JSON.stringify(m[part])}`);
    }
  }
  return damage;
}

/** Cases that are damaged in either merge order, with the damage. Throws if an edit alone damages the page. */
export function damagedCases(
  text: string,
  cases: readonly Case[],
  read: (text: string) => Reading,
): Record<string, string[]> {
  const damaged: Record<string, string[]> = {};
  for (const [name, ...edits] of cases) {
    const [one = "", other = ""] = edits.map((edit) => edit(text.split("\n")).join("\n"));
    for (const side of [one, other])
      if (side === text || read(side).faults.length > 0)
        throw new Error(`${name}: the test contains an invalid edit: ${side}`);
    for (const [a, b] of [
      [one, other],
      [other, one],
    ] as const) {
      const merged = mergeChanges(text, changeBetween(text, a), changeBetween(text, b), "markdown");
      const damage = damageOf([text, a, b, merged], read);
      if (damage.length > 0) damaged[name] = damage;
    }
  }
  return damaged;
}
