/**
 * A picture that a HEIF file stores as a grid of tiles, as phones do (ISO/IEC 23008-12, section 6.6.2.3), with each
 * tile converted to a separate file, so that it can be decoded without the others.
 */
import { type Box, box, boxes, bytesOf, concat, find, fullBox, MAX_BOXES } from "./boxes.ts";
import { type Items, readItems } from "./heif.ts";
import type { Bytes } from "./byte-reader.ts";

export type ImageGrid = {
  readonly columns: number;
  readonly rows: number;
  /** Size of the whole in pixels, before rotation; the tiles on the right and bottom edges may extend beyond it. */
  readonly width: number;
  readonly height: number;
  /** Row by row; each is a file with only this tile. */
  readonly tiles: readonly (() => Uint8Array | null)[];
  /** Transforms for display, in order: counter-clockwise quarter turns, or mirroring about an axis. */
  readonly turns: readonly ({ readonly quarters: number } | { readonly axis: "vertical" | "horizontal" })[];
  /** The ICC profile (ICC.1), if the file has one. */
  readonly profile: Uint8Array | null;
};

/** Properties that rotate or crop a picture; a tile keeps all its other properties. */
const TRANSFORMS = new Set(["irot", "imir", "clap"]);

/** 50 megapixels in tiles of 256 pixels are 800 tiles. */
const MAX_TILES = 1024;

/** Null for a picture that is not a grid, or is described in an unusual way. */
export function readGrid(at: Bytes): ImageGrid | null {
  const items = readItems(at);
  if (!items) return null;
  const { meta, primary } = items;
  const inside = (type: string) => find(at, meta.body + 4, meta.end, type);
  const [iinf, iref, iloc] = [inside("iinf"), inside("iref"), inside("iloc")];
  if (!iinf || !iref || !iloc) return null;
  const types = typesOf(at, iinf);
  if (types.get(primary) !== "grid") return null;
  const imageProperties = items.propertiesOf(primary);
  // No writer crops a photo that is a grid.
  if (imageProperties.some(({ type }) => type === "clap")) return null;
  const places = new TileLocations(at, iloc, find(at, meta.body + 4, meta.end, "idat"));
  const shape = shapeOf(places.read(primary));
  const ids = referencesOf(at, iref, "dimg", primary);
  if (!shape || ids.length > MAX_TILES || ids.length !== shape.columns * shape.rows) return null;
  const colour = imageProperties.filter(({ type }) => type === "colr");
  return {
    ...shape,
    tiles: ids.map((id) => () => {
      const data = places.read(id);
      const type = types.get(id);
      const properties = propertiesOfTile(at, items, id, colour);
      return data && type !== undefined && properties ? fileOf(type, properties, data) : null;
    }),
    turns: imageProperties.flatMap((property) => turnsOf(at, property)),
    profile: profileOf(at, colour),
  };
}

/** In bytes; the decoding properties of a tile have a few hundred. */
const MAX_PROPERTIES = 65_536;

/** A tile without its own colour information uses that of the whole. ICC profiles are applied to the assembled picture. */
function propertiesOfTile(at: Bytes, items: Items, id: number, colour: readonly Box[]): Uint8Array[] | null {
  const own = items.propertiesOf(id).filter(({ type }) => !TRANSFORMS.has(type));
  const all = own.some(({ type }) => type === "colr") ? own : [...own, ...colour];
  const needed = [...new Set(all)].filter((property) => !hasProfile(at, property));
  // Each property may claim to be as large as the file.
  const size = needed.reduce((sum, { start, end }) => sum + end - start, 0);
  return size > MAX_PROPERTIES ? null : needed.map(({ start, end }) => at.part(start, end));
}

const hasProfile = (at: Bytes, { type, body }: Box): boolean =>
  type === "colr" && ["prof", "rICC"].includes(at.name(body));

function turnsOf(at: Bytes, { type, body }: Box): ImageGrid["turns"] {
  if (type === "irot") return [{ quarters: at.u8(body) & 3 }];
  return type === "imir" ? [{ axis: (at.u8(body) & 1) === 0 ? "vertical" : "horizontal" }] : [];
}

function profileOf(at: Bytes, colour: readonly Box[]): Uint8Array | null {
  const found = colour.find((property) => hasProfile(at, property));
  return found ? at.part(found.body + 4, found.end) : null;
}

/** `ImageGrid`: version, flags, rows minus one, columns minus one, and the size in 16 or 32 bits. */
function shapeOf(data: Uint8Array | null): Pick<ImageGrid, "columns" | "rows" | "width" | "height"> | null {
  if (!data || data.length < 8) return null;
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  const isWide = (view.getUint8(1) & 1) === 1;
  if (isWide && data.length < 12) return null;
  return {
    rows: view.getUint8(2) + 1,
    columns: view.getUint8(3) + 1,
    width: isWide ? view.getUint32(4) : view.getUint16(4),
    height: isWide ? view.getUint32(8) : view.getUint16(6),
  };
}

function typesOf(at: Bytes, iinf: Box): Map<number, string> {
  const types = new Map<number, string>();
  for (const { type, body, end } of boxes(at, iinf.body + (at.u8(iinf.body) === 0 ? 6 : 8), iinf.end)) {
    const version = at.u8(body);
    if (type !== "infe" || version < 2 || body + 12 > end) continue;
    if (version === 2) types.set(at.u16(body + 4), at.name(body + 8));
    else types.set(at.u32(body + 4), at.name(body + 10));
  }
  return types;
}

function referencesOf(at: Bytes, iref: Box, kind: string, item: number): number[] {
  const isWide = at.u8(iref.body) > 0;
  const id = (offset: number): number => (isWide ? at.u32(offset) : at.u16(offset));
  const width = isWide ? 4 : 2;
  for (const { type, body, end } of boxes(at, iref.body + 4, iref.end)) {
    if (type !== kind || id(body) !== item) continue;
    const count = Math.min(at.u16(body + width), MAX_BOXES, Math.floor((end - body) / width));
    return Array.from({ length: Number.isNaN(count) ? 0 : count }, (_, n) => id(body + width + 2 + n * width));
  }
  return [];
}

type Extents = { readonly isInside: boolean; readonly list: readonly (readonly [from: number, to: number])[] };

/** Locations of the items' bytes (`iloc`, ISO/IEC 14496-12, section 8.11.3). */
class TileLocations {
  readonly #at: Bytes;
  readonly #inside: Box | undefined;
  readonly #extents = new Map<number, Extents>();

  constructor(at: Bytes, { body, end }: Box, inside: Box | undefined) {
    this.#at = at;
    this.#inside = inside;
    const version = at.u8(body);
    let offset = body + 6;
    const readNumber = (width: number): number => {
      const value = width === 0 ? 0 : width === 2 ? at.u16(offset) : at.u32(offset + width - 4);
      offset += width;
      return value;
    };
    // Only the lower half of 64-bit offsets is read: no file is larger.
    const [sizes, more] = [at.u8(body + 4), at.u8(body + 5)];
    const [offsetSize, lengthSize, baseSize] = [sizes >> 4, sizes & 15, more >> 4];
    const indexSize = version === 0 ? 0 : more & 15;
    const count = readNumber(version < 2 ? 2 : 4);
    for (let n = 0; n < count && n < MAX_BOXES && offset < end; n++) {
      const id = readNumber(version < 2 ? 2 : 4);
      const method = version === 0 ? 0 : readNumber(2) & 15;
      offset += 2;
      const base = readNumber(baseSize);
      const list: [number, number][] = [];
      for (let left = readNumber(2); left > 0 && offset < end; left--) {
        readNumber(indexSize);
        const from = base + readNumber(offsetSize);
        list.push([from, from + readNumber(lengthSize)]);
      }
      if (method < 2) this.#extents.set(id, { isInside: method === 1, list });
    }
  }

  read(item: number): Uint8Array | null {
    const found = this.#extents.get(item);
    if (!found || (found.isInside && !this.#inside)) return null;
    const [start, end] = found.isInside && this.#inside ? [this.#inside.body, this.#inside.end] : [0, this.#at.length];
    const parts = found.list.map(([from, to]) => this.#at.part(start + from, Math.min(end, start + to)));
    // Overlapping extents would expand a file beyond its size.
    return parts.reduce((sum, { length }) => sum + length, 0) > this.#at.length ? null : concat(parts);
  }
}

/** The smallest file that shows one item. */
function fileOf(type: string, properties: readonly Uint8Array[], data: Uint8Array): Uint8Array {
  const { u16, u32, ascii } = bytesOf;
  const brand = type === "av01" ? "avif" : "heic";
  const ftyp = box("ftyp", ascii(brand), u32(0), ascii("mif1"), ascii(brand));
  const ESSENTIAL = 0x80;
  const associations = properties.map((property, n) => {
    const name = String.fromCharCode(...property.subarray(4, 8));
    return (n + 1) | (name === "hvcC" || name === "av1C" ? ESSENTIAL : 0);
  });
  const metaWith = (offset: number): Uint8Array =>
    fullBox(
      "meta",
      0,
      0,
      fullBox("hdlr", 0, 0, u32(0), ascii("pict"), u32(0), u32(0), u32(0), [0]),
      fullBox("pitm", 0, 0, u16(1)),
      fullBox("iinf", 0, 0, u16(1), fullBox("infe", 2, 0, u16(1), u16(0), ascii(type), [0])),
      box(
        "iprp",
        box("ipco", ...properties),
        fullBox("ipma", 0, 0, u32(1), u16(1), [associations.length, ...associations]),
      ),
      fullBox("iloc", 0, 0, [0x44, 0], u16(1), u16(1), u16(0), u16(1), u32(offset), u32(data.length)),
    );
  const before = ftyp.length + metaWith(0).length + 8;
  return concat([ftyp, metaWith(before), box("mdat", data)]);
}
