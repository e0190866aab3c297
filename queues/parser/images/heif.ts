/**
 * The size of the picture that a HEIF file shows (ISO/IEC 23008-12): its primary item's `ispe` and `irot` properties. A
 * phone's photo is a grid of tiles with a thumbnail, whose sizes are in the same place.
 */
import { type Box, boxes, find, MAX_BOXES } from "./boxes.ts";
import type { PictureFormat, Header } from "./picture.ts";
import type { Bytes } from "./byte-reader.ts";

const AVIF = new Set(["avif", "avis"]);
const HEIC = new Set(["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "mif1", "msf1"]);

export const hasHeifBrand = (at: Bytes): boolean => formatOf(at) !== null;

export function readHeif(at: Bytes): Header | null {
  const format = formatOf(at);
  const items = readItems(at);
  return format && items && describe(at, format, items.propertiesOf(items.primary));
}

/** The items of a file: the displayed one and its parts. */
export type Items = {
  readonly meta: Box;
  readonly primary: number;
  /** In the order in which they must be applied. */
  readonly propertiesOf: (item: number) => Box[];
};

export function readItems(at: Bytes): Items | null {
  const meta = find(at, 0, at.length, "meta");
  if (!meta) return null;
  // `meta` is a full box: version and flags precede its boxes.
  const inside = (type: string) => find(at, meta.body + 4, meta.end, type);
  const [pitm, iprp] = [inside("pitm"), inside("iprp")];
  const ipco = iprp && find(at, iprp.body, iprp.end, "ipco");
  const ipma = iprp && find(at, iprp.body, iprp.end, "ipma");
  if (!pitm || !ipco || !ipma) return null;
  const properties = [...boxes(at, ipco.body, ipco.end)];
  return {
    meta,
    primary: at.u8(pitm.body) === 0 ? at.u16(pitm.body + 4) : at.u32(pitm.body + 4),
    propertiesOf: (item) => indexesOf(at, ipma, item).flatMap((index) => properties[index - 1] ?? []),
  };
}

function describe(at: Bytes, format: PictureFormat, properties: readonly Box[]): Header | null {
  const size = properties.find(({ type }) => type === "ispe");
  if (!size) return null;
  const quarters = properties
    .filter(({ type }) => type === "irot")
    .reduce((sum, { body }) => sum + (at.u8(body) & 3), 0);
  // Decoders rotate these pictures themselves: it only matters whether that swaps the sides.
  return {
    format,
    width: at.u32(size.body + 4),
    height: at.u32(size.body + 8),
    orientation: quarters % 2 === 0 ? 1 : 8,
  };
}

function formatOf(at: Bytes): PictureFormat | null {
  const [ftyp] = boxes(at, 0, at.length);
  if (ftyp?.type !== "ftyp") return null;
  // The major brand, its version, then the compatible brands.
  const brands = [at.name(ftyp.body)];
  for (let brand = ftyp.body + 8; brand < ftyp.end && brands.length < MAX_BOXES; brand += 4)
    brands.push(at.name(brand));
  if (brands.some((brand) => AVIF.has(brand))) return "avif";
  return brands.some((brand) => HEIC.has(brand)) ? "heic" : null;
}

/** The 1-based property indexes that `ipma` assigns to an item. */
function indexesOf(at: Bytes, ipma: Box, item: number): number[] {
  const wideItems = at.u8(ipma.body) > 0;
  const wideIndexes = (at.u8(ipma.body + 3) & 1) === 1;
  const entries = at.u32(ipma.body + 4);
  let offset = ipma.body + 8;
  for (let n = 0; n < entries && n < MAX_BOXES && offset < ipma.end; n++) {
    const id = wideItems ? at.u32(offset) : at.u16(offset);
    offset += wideItems ? 4 : 2;
    const count = at.u8(offset++);
    const width = wideIndexes ? 2 : 1;
    if (id === item) {
      // The highest bit marks the property as essential.
      return Array.from({ length: Number.isNaN(count) ? 0 : count }, (_, index) =>
        wideIndexes ? at.u16(offset + index * width) & 0x7fff : at.u8(offset + index * width) & 0x7f,
      );
    }
    offset += count * width;
  }
  return [];
}
