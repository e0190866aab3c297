/**
 * HEIC tile grids as phones write them, for tests. Because no HEIC encoder is available here, four single-colour tiles of
 * 512 pixels were encoded once (HEVC Main, 8 bits, 4:2:0); photos of any size are assembled from them.
 */
import { bytesOf, concat, type Piece } from "../../queues/parser/images/boxes.ts";

/** HEIC files with one tile each. */
const TILES = {
  r: "AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAUNtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAFnAAEAAAAAAAAAeQAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAAw2lwcnAAAAClaXBjbwAAAHlodmNDAQNwAAAAAAAAAAAAWvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAWroCQCEAAQAsQgEBA3AAAAMAkAAAAwAAAwBaoAQCAIBZbqSSmubgQEDAgAAAAwCAAAADAIQiAAEAB0QBwXKwYkAAAAAUaXNwZQAAAAAAAAIAAAACAAAAABBwaXhpAAAAAAMICAgAAAAWaXBtYQAAAAAAAAABAAEDgQKDAAAAgW1kYXQAAAB1KAGvUQXzWKSlEPkOkl//853f/5UekPsRdMbGSPwP1xvl4BdAc4oAAsql2HfgCTA7RQgAAAMBpZMCbDwAAAMAAAMAfsCHAAADAAADAAAKGAAAAwAAAwAACLgAAAMAAAMAANKAAAADAAADAASMAAADAAADAAyY",
  g: "AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAUNtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAFnAAEAAAAAAAAAeQAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAAw2lwcnAAAAClaXBjbwAAAHlodmNDAQNwAAAAAAAAAAAAWvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAWroCQCEAAQAsQgEBA3AAAAMAkAAAAwAAAwBaoAQCAIBZbqSSmubgQEDAgAAAAwCAAAADAIQiAAEAB0QBwXKwYkAAAAAUaXNwZQAAAAAAAAIAAAACAAAAABBwaXhpAAAAAAMICAgAAAAWaXBtYQAAAAAAAAABAAEDgQKDAAAAgW1kYXQAAAB1KAGvUQXzWKSlEPkOkl8X5Dd//yif//ozdMbGSPwP1xvl4BdAc4oAAsql2HfgCTA7RQgAAAMBpZMCbDwAAAMAAAMAfsCHAAADAAADAAAKGAAAAwAAAwAACLgAAAMAAAMAANKAAAADAAADAASMAAADAAADAAyY",
  b: "AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAUNtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAFnAAEAAAAAAAAAeQAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAAw2lwcnAAAAClaXBjbwAAAHlodmNDAQNwAAAAAAAAAAAAWvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAWroCQCEAAQAsQgEBA3AAAAMAkAAAAwAAAwBaoAQCAIBZbqSSmubgQEDAgAAAAwCAAAADAIQiAAEAB0QBwXKwYkAAAAAUaXNwZQAAAAAAAAIAAAACAAAAABBwaXhpAAAAAAMICAgAAAAWaXBtYQAAAAAAAAABAAEDgQKDAAAAgW1kYXQAAAB1KAGvUQXzWKSlEPkOkl//+ZgfI/Y7T/5F0MbGSPwP1xvl4BdAc4oAAsql2HfgCTA7RQgAAAMBpZMCbDwAAAMAAAMAfsCHAAADAAADAAAKGAAAAwAAAwAACLgAAAMAAAMAANKAAAADAAADAASMAAADAAADAAyY",
  rgb: "AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAUNtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAFnAAEAAAAAAAAAcQAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAAw2lwcnAAAAClaXBjbwAAAHlodmNDAQNwAAAAAAAAAAAAWvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAWroCQCEAAQAsQgEBA3AAAAMAkAAAAwAAAwBaoAQCAIBZbqSSmubgQEDAgAAAAwCAAAADAIQiAAEAB0QBwXKwYkAAAAAUaXNwZQAAAAAAAAIAAAACAAAAABBwaXhpAAAAAAMICAgAAAAWaXBtYQAAAAAAAAABAAEDgQKDAAAAeW1kYXQAAABtKAGvUQW7VqSlEPiBkl8X+t0LgPiyOwVuMiRARwImLIAKGKYzg3ASIHGNAAADAAVckwNETIAAAAMAAJCAhwAAAwAAAwAADogAAAMAAAMAAAi4AAADAAADAADSgAAAAwAAAwAEjAAAAwAAAwAMmA==",
} as const;

export type TileColour = keyof typeof TILES;

const SIDE = 512;

const { u16, u32, ascii } = bytesOf;
const join = (...parts: readonly Piece[]): Uint8Array => concat(parts);

const box = (type: string, ...parts: readonly Piece[]): Uint8Array => {
  const body = join(...parts);
  return join(u32(body.length + 8), ascii(type), body);
};
const full = (type: string, version: number, flags: number, ...parts: readonly Piece[]): Uint8Array =>
  box(type, [version, 0, 0, flags], ...parts);

/** Decoder configuration and data of a single-tile file. */
function tileOf(colour: TileColour): { hvcC: Uint8Array; data: Uint8Array } {
  const bytes = new Uint8Array(Buffer.from(TILES[colour], "base64"));
  const boxAt = (type: string): Uint8Array => {
    const at = Buffer.from(bytes).indexOf(type, 0, "latin1") - 4;
    return bytes.subarray(at, at + new DataView(bytes.buffer, bytes.byteOffset).getUint32(at));
  };
  return { hvcC: boxAt("hvcC"), data: boxAt("mdat").subarray(8) };
}

export type Photo = {
  readonly width: number;
  readonly height: number;
  /** Colour of the tile in a column and row. */
  readonly paint: (column: number, row: number) => TileColour;
  /** Properties of the whole image besides its size, as boxes. */
  readonly properties?: readonly Uint8Array[];
  /** Declared size, if it differs from that of the tiles. */
  readonly says?: readonly [width: number, height: number];
  /** Number of trailing tiles to omit although the grid still counts them. */
  readonly missing?: number;
};

export const turned = (quarters: number): Uint8Array => box("irot", [quarters]);
export const mirrored = (axis: 0 | 1): Uint8Array => box("imir", [axis]);
export const coloured = (profile: Uint8Array): Uint8Array => box("colr", ascii("prof"), profile);

/**
 * The layout of a phone's photo: hidden tiles, the grid's few bytes in `idat`, everything else in `mdat`.
 * Tiles of the same colour share their bytes.
 */
export function gridHeic({
  width,
  height,
  paint,
  properties = [],
  missing = 0,
  says = [width, height],
}: Photo): Uint8Array {
  const [columns, rows] = [Math.ceil(width / SIDE), Math.ceil(height / SIDE)];
  const colours = Object.keys(TILES) as TileColour[];
  const sources = colours.map(tileOf);
  const tiles = Array.from({ length: columns * rows - missing }, (_, n) =>
    colours.indexOf(paint(n % columns, Math.floor(n / columns))),
  );
  const gridId = columns * rows + 1;
  const grid = join([0, 0, rows - 1, columns - 1], u16(says[0]), u16(says[1]));
  // One decoder configuration per colour, then the tile size, the image size, and the image's other properties.
  const ispe = (w: number, h: number): Uint8Array => full("ispe", 0, 0, u32(w), u32(h));
  const all = [...sources.map(({ hvcC }) => hvcC), ispe(SIDE, SIDE), ispe(...says), ...properties];
  const ofGrid = all.map((_, index) => index + 1).slice(sources.length + 1);
  const associations = [
    ...tiles.map((source, n) => join(u16(n + 1), [2, 0x80 | (source + 1), sources.length + 1])),
    join(u16(gridId), [ofGrid.length, ...ofGrid]),
  ];
  const infe = (id: number, type: string, flags: number): Uint8Array =>
    full("infe", 2, flags, u16(id), u16(0), ascii(type), [0]);
  const ftyp = box("ftyp", ascii("heic"), u32(0), ascii("mif1heic"));
  const metaAt = (mdat: number): Uint8Array => {
    let at = mdat;
    const starts = sources.map(({ data }) => (at += data.length) - data.length);
    const places = tiles.map((source, n) =>
      join(u16(n + 1), u16(0), u16(0), u16(1), u32(starts[source] ?? 0), u32(sources[source]?.data.length ?? 0)),
    );
    const place = join(u16(gridId), u16(1), u16(0), u16(1), u32(0), u32(grid.length));
    return full(
      "meta",
      0,
      0,
      full("hdlr", 0, 0, u32(0), ascii("pict"), u32(0), u32(0), u32(0), [0]),
      full("pitm", 0, 0, u16(gridId)),
      full(
        "iinf",
        0,
        0,
        u16(tiles.length + 1),
        ...tiles.map((_, n) => infe(n + 1, "hvc1", 1)),
        infe(gridId, "grid", 0),
      ),
      full("iref", 0, 0, box("dimg", u16(gridId), u16(tiles.length), ...tiles.map((_, n) => u16(n + 1)))),
      box("iprp", box("ipco", ...all), full("ipma", 0, 0, u32(associations.length), ...associations)),
      box("idat", grid),
      full("iloc", 1, 0, [0x44, 0x00], u16(tiles.length + 1), ...places, place),
    );
  };
  const meta = metaAt(ftyp.length + metaAt(0).length + 8);
  return join(ftyp, meta, box("mdat", ...sources.map(({ data }) => data)));
}
