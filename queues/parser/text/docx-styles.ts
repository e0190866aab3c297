/** What a WordprocessingML document's styles and numberings say of a paragraph (ECMA-376 part 1 §17.7, §17.9). */
import { type Package } from "./package.ts";
import { attribute, readXml } from "./xml.ts";

/** A heading's level counts from 0; null for what is none. */
type Style = { outline: number | null; list: string | null };
export type Styles = ReadonlyMap<string, Style>;

type RawStyle = Style & { base: string | null };

const MAX_STYLES = 20_000;
const MAX_CHAIN_LENGTH = 20;

export function readStyles(pack: Package, part: string | null): Styles {
  const raw = new Map<string, RawStyle>();
  if (part === null) return raw;
  let style: RawStyle | null = null;
  readXml(pack.pieces(part), {
    open(name, attributes) {
      const value = attribute(attributes, "val") ?? "";
      if (name === "style") {
        style = { outline: null, list: null, base: null };
        if (raw.size < MAX_STYLES) raw.set(attribute(attributes, "styleId") ?? "", style);
      } else if (style === null) return;
      else if (name === "basedOn") style.base = value;
      else if (name === "outlineLvl") style.outline = Number.parseInt(value, 10);
      else if (name === "numId") style.list = value;
      else if (name === "name") style.outline ??= outlineOf(value);
    },
    close(name) {
      if (name === "style") style = null;
    },
  });
  return new Map([...raw].map(([id, own]) => [id, inherited(raw, own)]));
}

/** Word's own headings and titles are known by names that stay the same in all languages. */
function outlineOf(name: string): number | null {
  const level = /^heading ([1-9])$/i.exec(name)?.[1];
  if (level !== undefined) return Number(level) - 1;
  return /^title$/i.test(name) ? 0 : null;
}

function inherited(styles: ReadonlyMap<string, RawStyle>, own: RawStyle): Style {
  const style = { outline: own.outline, list: own.list };
  let base = own.base;
  for (let step = 0; step < MAX_CHAIN_LENGTH && base !== null; step++) {
    const next = styles.get(base);
    style.outline ??= next?.outline ?? null;
    style.list ??= next?.list ?? null;
    base = next?.base ?? null;
  }
  return style;
}

const MAX_NUMBERINGS = 20_000;
const MAX_LEVEL_DEPTH = 9;

/** Counts the items of all lists in the order in which they come. */
export class ListMarkers {
  readonly #formats: ReadonlyMap<string, readonly string[]>;
  readonly #counts = new Map<string, number[]>();

  /** The formats of a list's levels by its id. */
  constructor(formats: ReadonlyMap<string, readonly string[]>) {
    this.#formats = formats;
  }

  /** "-", a number with a full stop, or null where the level shows neither. */
  next(list: string, depth: number): string | null {
    const format = this.#formats.get(list)?.[depth] ?? "bullet";
    if (format === "none") return null;
    if (format === "bullet") return "-";
    const counts = this.#counts.get(list) ?? [];
    this.#counts.set(list, counts);
    counts.length = Math.min(counts.length, depth + 1);
    counts[depth] = (counts[depth] ?? 0) + 1;
    return `${counts[depth]}.`;
  }
}

export function readNumbering(pack: Package, part: string | null): ListMarkers {
  const abstracts = new Map<string, string[]>();
  const lists = new Map<string, readonly string[]>();
  if (part === null) return new ListMarkers(lists);
  let levels: string[] | null = null;
  let level = 0;
  let list: string | null = null;
  readXml(pack.pieces(part), {
    open(name, attributes) {
      const value = attribute(attributes, "val") ?? "";
      if (name === "abstractNum") {
        levels = [];
        if (abstracts.size < MAX_NUMBERINGS) abstracts.set(attribute(attributes, "abstractNumId") ?? "", levels);
      } else if (name === "lvl") level = Number.parseInt(attribute(attributes, "ilvl") ?? "0", 10);
      else if (name === "numFmt" && levels && level >= 0 && level < MAX_LEVEL_DEPTH) levels[level] = value;
      else if (name === "num") list = attribute(attributes, "numId") ?? null;
      else if (name === "abstractNumId" && list !== null && lists.size < MAX_NUMBERINGS) {
        lists.set(list, abstracts.get(value) ?? []);
      }
    },
    close(name) {
      if (name === "abstractNum") levels = null;
      if (name === "num") list = null;
    },
  });
  return new ListMarkers(lists);
}
