/** Computes the marker of each list item in a WordprocessingML document (ECMA-376 part 1 §17.9). */
import { type Package } from "./package.ts";
import { attribute, readXml } from "./xml.ts";

type Level = { format: string; text: string | null; start: number };
type List = {
  /** Lists with the same definition continue each other's numbering. */
  readonly definition: string;
  readonly levels: (Level | undefined)[];
  /** Start numbers at which this list restarts, by level. */
  readonly starts: Map<number, number>;
};

/** Null if the level shows neither number nor bullet. */
type Marker = { readonly text: string; readonly isExact: boolean } | null;

const MAX_NUMBERINGS = 20_000;
const MAX_LEVEL_DEPTH = 9;
const MAX_NUMBER = 999_999_999;

/** Counts the items of all lists in document order. */
export class ListMarkers {
  readonly #lists: ReadonlyMap<string, List>;
  readonly #counts = new Map<string, (number | undefined)[]>();
  readonly #begun = new Set<string>();

  constructor(lists: ReadonlyMap<string, List>) {
    this.#lists = lists;
  }

  next(id: string, depth: number): Marker {
    const list = this.#lists.get(id);
    const level = list?.levels[depth];
    const format = level?.format ?? "bullet";
    if (format === "none") return null;
    if (format === "bullet") return { text: "-", isExact: true };
    const counts = this.#counts.get(list?.definition ?? id) ?? [];
    this.#counts.set(list?.definition ?? id, counts);
    counts.length = Math.min(counts.length, depth + 1);
    const start = this.#startOf(id, list, depth);
    const number = start ?? (counts[depth] ?? (level?.start ?? 1) - 1) + 1;
    counts[depth] = number;
    const isPlain = level?.text === null || /^%\d[.)]?$/.test(level?.text ?? "");
    return { text: `${number}.`, isExact: isPlain && format.startsWith("decimal") };
  }

  /** The start number if this is the first item of a list that restarts here. */
  #startOf(id: string, list: List | undefined, depth: number): number | undefined {
    const start = list?.starts.get(depth);
    const key = `${id} ${depth}`;
    if (start === undefined || this.#begun.has(key)) return undefined;
    this.#begun.add(key);
    return start;
  }
}

export function readNumbering(pack: Package, part: string | null): ListMarkers {
  const reader = new NumberingReader();
  if (part !== null)
    readXml(pack.pieces(part), {
      open: (name, attributes) =>
        reader.enter(name, attribute(attributes, "val") ?? "", (key) => attribute(attributes, key)),
      close: (name) => reader.leave(name),
    });
  return new ListMarkers(reader.lists);
}

class NumberingReader {
  readonly lists = new Map<string, List>();
  readonly #definitions = new Map<string, (Level | undefined)[]>();
  #levels: (Level | undefined)[] | null = null;
  #level: Level | null = null;
  #depth = 0;
  #id: string | null = null;
  #list: List | null = null;

  enter(name: string, value: string, attributeOf: (name: string) => string | undefined): void {
    switch (name) {
      case "abstractNum":
        this.#levels = [];
        if (this.#definitions.size < MAX_NUMBERINGS)
          this.#definitions.set(attributeOf("abstractNumId") ?? "", this.#levels);
        break;
      case "num":
        this.#id = attributeOf("numId") ?? null;
        break;
      case "abstractNumId":
        if (this.#id === null || this.lists.size >= MAX_NUMBERINGS) break;
        this.#list = { definition: value, levels: [...(this.#definitions.get(value) ?? [])], starts: new Map() };
        this.lists.set(this.#id, this.#list);
        break;
      case "lvlOverride":
        this.#depth = depthOf(attributeOf("ilvl"));
        break;
      case "startOverride":
        if (this.#depth < MAX_LEVEL_DEPTH) this.#list?.starts.set(this.#depth, numberOf(value));
        break;
      case "lvl":
        this.#depth = depthOf(attributeOf("ilvl"));
        this.#level = { format: "decimal", text: null, start: 1 };
        this.#put(this.#level);
        break;
      case "numFmt":
        if (this.#level) this.#level.format = value;
        break;
      case "lvlText":
        if (this.#level) this.#level.text = value;
        break;
      case "start":
        if (this.#level) this.#level.start = numberOf(value);
        break;
    }
  }

  #put(level: Level): void {
    const levels = this.#levels ?? this.#list?.levels;
    if (levels && this.#depth < MAX_LEVEL_DEPTH) levels[this.#depth] = level;
  }

  leave(name: string): void {
    if (name === "abstractNum") this.#levels = null;
    else if (name === "lvl") this.#level = null;
    else if (name === "num") [this.#id, this.#list] = [null, null];
  }
}

const depthOf = (value: string | undefined): number => {
  const depth = Number.parseInt(value ?? "0", 10);
  return depth >= 0 ? depth : MAX_LEVEL_DEPTH;
};

const numberOf = (value: string): number => Math.max(0, Math.min(MAX_NUMBER, Number.parseInt(value, 10) || 0));
