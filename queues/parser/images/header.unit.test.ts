import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { asOrientation } from "./exif.ts";
import { isPicture, readHeader } from "./header.ts";
import { countScans } from "./jpeg.ts";
import type { PictureFormat } from "./picture.ts";

const RUNS = { numRuns: Number(process.env.FUZZ_RUNS ?? 1500) };

const ascii = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));
const be = (value: number, bytes: number) =>
  Array.from({ length: bytes }, (_, n) => (value / 256 ** (bytes - 1 - n)) & 255);
const le = (value: number, bytes: number) => be(value, bytes).toReversed();
const of = (...parts: readonly (readonly number[])[]) => Uint8Array.from(parts.flat());

/** A TIFF block with one directory whose first entry is irrelevant. */
function exif(orientation: number, n: (value: number, bytes: number) => number[] = be): number[] {
  const entry = (tag: number, type: number, value: number) => [
    ...n(tag, 2),
    ...n(type, 2),
    ...n(1, 4),
    ...n(value, 2),
    0,
    0,
  ];
  const directory = [...n(2, 2), ...entry(0x0100, 3, 9), ...entry(0x0112, 3, orientation), ...n(0, 4)];
  return [...ascii(n === be ? "MM" : "II"), ...n(42, 2), ...n(8, 4), ...directory];
}

const segment = (marker: number, data: readonly number[]) => [0xff, marker, ...be(data.length + 2, 2), ...data];
const frame = (width: number, height: number) => [8, ...be(height, 2), ...be(width, 2), 1, 1, 0x11, 0];
const jpeg = (width: number, height: number, before: readonly number[] = [], marker = 0xc0) =>
  of([0xff, 0xd8], before, segment(marker, frame(width, height)), segment(0xda, [0]), [7, 7, 0xff, 0xd9]);

const chunk = (name: string, data: readonly number[]) => [...be(data.length, 4), ...ascii(name), ...data, 0, 0, 0, 0];
const png = (width: number, height: number, before: readonly number[] = []) =>
  of(
    ascii("\x89PNG\r\n\x1a\n"),
    chunk("IHDR", [...be(width, 4), ...be(height, 4), 8, 6, 0, 0, 0]),
    before,
    chunk("IDAT", [1]),
  );

const gif = (width: number, height: number) => of(ascii("GIF89a"), le(width, 2), le(height, 2), [0, 0, 0]);

const riff = (name: string, data: readonly number[]) => [
  ...ascii(name),
  ...le(data.length, 4),
  ...data,
  ...(data.length % 2 ? [0] : []),
];
const webp = (...chunks: readonly number[][]) =>
  of(ascii("RIFF"), le(4 + chunks.flat().length, 4), ascii("WEBP"), chunks.flat());
const lossy = (width: number, height: number) =>
  webp(riff("VP8 ", [0, 0, 0, 0x9d, 1, 0x2a, ...le(width, 2), ...le(height, 2)]));
const lossless = (width: number, height: number) =>
  webp(riff("VP8L", [0x2f, ...le(((width - 1) | ((height - 1) << 14)) >>> 0, 4)]));
const extended = (width: number, height: number, ...more: number[][]) =>
  webp(riff("VP8X", [0, 0, 0, 0, ...le(width - 1, 3), ...le(height - 1, 3)]), ...more);

const box = (type: string, data: readonly number[]) => [...be(data.length + 8, 4), ...ascii(type), ...data];
const ispe = (width: number, height: number) => box("ispe", [0, 0, 0, 0, ...be(width, 4), ...be(height, 4)]);

/** HEIF item order as phones write it: tiles, then the thumbnail, then the primary item. */
function heif(width: number, height: number, { brand = "heic", quarters = 0 } = {}): Uint8Array {
  const ipco = box("ipco", [...ispe(512, 512), ...ispe(320, 240), ...ispe(width, height), ...box("irot", [quarters])]);
  const entry = (item: number, properties: readonly number[]) => [...be(item, 2), properties.length, ...properties];
  const ipma = box("ipma", [
    0,
    0,
    0,
    0,
    ...be(3, 4),
    ...entry(1, [0x81]),
    ...entry(2, [0x82]),
    ...entry(49, [0x83, 0x84]),
  ]);
  const pitm = box("pitm", [0, 0, 0, 0, ...be(49, 2)]);
  return of(
    box("ftyp", [...ascii(brand), 0, 0, 0, 0, ...ascii("mif1")]),
    box("meta", [0, 0, 0, 0, ...pitm, ...box("iprp", [...ipco, ...ipma])]),
    box("mdat", [1, 2, 3]),
  );
}

const PICTURES: readonly (readonly [
  format: PictureFormat,
  make: (width: number, height: number) => Uint8Array,
  side: number,
])[] = [
  ["png", png, 2 ** 32 - 1],
  ["jpeg", (width, height) => jpeg(width, height), 65_535],
  ["jpeg", (width, height) => jpeg(width, height, [], 0xc2), 65_535],
  ["gif", gif, 65_535],
  ["webp", lossy, 16_383],
  ["webp", lossless, 16_384],
  ["webp", (width, height) => extended(width, height), 2 ** 24],
  ["heic", (width, height) => heif(width, height), 2 ** 32 - 1],
  ["avif", (width, height) => heif(width, height, { brand: "avif" }), 2 ** 32 - 1],
];

describe("image size in the header", () => {
  test.each(PICTURES)("is read from %s (%#)", (format, make, side) => {
    const sides = fc.integer({ min: 1, max: side });
    fc.assert(
      fc.property(sides, sides, (width, height) => {
        expect(readHeader(make(width, height))).toMatchObject({ format, width, height, orientation: 1 });
      }),
    );
  });

  test.each(PICTURES.filter(([format]) => format !== "webp"))("is rejected when a side of %s is zero", (_, make) => {
    expect(readHeader(make(0, 5))).toBeNull();
    expect(readHeader(make(5, 0))).toBeNull();
  });

  test("is read from a subarray with an offset in its buffer", () => {
    const within = of([1, 2, 3], [...png(7, 9)]).subarray(3);
    expect(readHeader(within)).toMatchObject({ width: 7, height: 9 });
  });

  test("is the size of the image, not of the thumbnail in its metadata", () => {
    const thumbnail = [...ascii("Exif\0\0"), ...exif(1), ...jpeg(160, 120)];
    expect(readHeader(jpeg(4000, 3000, segment(0xe1, thumbnail)))).toMatchObject({ width: 4000, height: 3000 });
  });

  test("is read behind padding and garbage between the segments of a JPEG", () => {
    expect(readHeader(jpeg(40, 30, [0xff, 0xff, 0xff, 0xd0, 9, 9, 9]))).toMatchObject({ width: 40, height: 30 });
  });

  test("is rejected when a JPEG's pixel data precedes it", () => {
    expect(readHeader(jpeg(40, 30, segment(0xda, [0])))).toBeNull();
  });
});

describe("image orientation", () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])("%i is read in both byte orders from every format", (orientation) => {
    for (const order of [be, le]) {
      const block = exif(orientation, order);
      const pictures = [
        jpeg(4, 3, segment(0xe1, [...ascii("Exif\0\0"), ...block])),
        png(4, 3, chunk("eXIf", block)),
        extended(4, 3, riff("EXIF", block)),
        extended(4, 3, riff("XMP ", [1]), riff("EXIF", [...ascii("Exif\0\0"), ...block])),
      ];
      expect(pictures.map((picture) => readHeader(picture)?.orientation)).toEqual(pictures.map(() => orientation));
    }
  });

  test.each([0, 9, 65_535])("%i is treated as no rotation", (orientation) => {
    expect(readHeader(png(4, 3, chunk("eXIf", exif(orientation))))?.orientation).toBe(1);
  });

  test("swaps the sides for a HEIF's quarter turns", () => {
    const turned = [0, 1, 2, 3].map((quarters) => readHeader(heif(4032, 3024, { quarters }))?.orientation);
    expect(turned).toEqual([1, 8, 1, 8]);
  });
});

test("reads the number of frames in an animation", () => {
  expect(readHeader(png(4, 3, chunk("acTL", [...be(12, 4), 0, 0, 0, 0])))?.frames).toBe(12);
  expect(readHeader(extended(4, 3, riff("ANMF", [1, 2, 3]), riff("ANMF", [1])))?.frames).toBe(2);
  expect(readHeader(png(4, 3))).not.toHaveProperty("frames");
});

test("counts JPEG scans up to the requested limit", () => {
  const scans = (count: number) => of([0xff, 0xd8], ...Array.from({ length: count }, () => segment(0xda, [0])));
  expect([0, 1, 12, 200].map((count) => countScans(scans(count), 100))).toEqual([0, 1, 12, 100]);
});

test("recognizes no image in other file types", () => {
  const others = [
    "",
    "%PDF-1.7",
    "<svg xmlns=",
    "BM123456",
    "II*\0",
    "RIFF\0\0\0\0WAVEfmt ",
    "\0\0\0\x18ftypisom",
    "GIF88a1234",
  ];
  expect(others.map((text) => readHeader(of(ascii(text))))).toEqual(others.map(() => null));
  expect(others.filter((text) => isPicture(of(ascii(text))))).toEqual([]);
  expect(PICTURES.every(([, make]) => isPicture(make(1, 1)))).toBe(true);
});

describe("header of arbitrary bytes", () => {
  const rich = PICTURES.map(([, make]) => make(300, 200)).concat([
    jpeg(300, 200, segment(0xe1, [...ascii("Exif\0\0"), ...exif(6, le)])),
    png(300, 200, chunk("eXIf", exif(8))),
    extended(300, 200, riff("ANMF", [1, 2, 3]), riff("EXIF", exif(3))),
    heif(300, 200, { quarters: 1 }),
  ]);
  const edits = fc.array(fc.tuple(fc.nat(), fc.oneof(fc.constantFrom(0, 1, 127, 128, 255), fc.nat(255))), {
    maxLength: 6,
  });
  const hostile = fc
    .tuple(fc.constantFrom(...rich), edits, fc.uint8Array({ maxLength: 40 }), fc.nat(), fc.boolean())
    .map(([seed, changes, tail, cut, cuts]) => {
      const bytes = of([...seed], [...tail]);
      for (const [at, value] of changes) bytes[at % bytes.length] = value;
      return cuts ? bytes.subarray(0, cut % bytes.length) : bytes;
    });

  test("has positive integer sides and a valid orientation, or is null", () => {
    fc.assert(
      fc.property(fc.oneof(hostile, fc.uint8Array({ maxLength: 200 })), (bytes) => {
        const header = readHeader(bytes);
        if (!header) return;
        expect([header.width, header.height].every((side) => Number.isInteger(side) && side > 0)).toBe(true);
        expect(asOrientation(header.orientation)).toBe(header.orientation);
        if (header.frames !== undefined) expect(Number.isInteger(header.frames)).toBe(true);
      }),
      RUNS,
    );
  });

  test("is read without modifying the bytes", () => {
    fc.assert(
      fc.property(hostile, (bytes) => {
        const before = bytes.slice();
        readHeader(bytes);
        countScans(bytes, 100);
        expect(bytes).toEqual(before);
      }),
    );
  });

  test("is read from ten million meaningless bytes in one pass", () => {
    const length = 10_000_000;
    const starts = [
      [0xff, 0xd8],
      ascii("\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
      ascii("\0\0\0\x08ftypheic"),
      ascii("RIFF\0\0\0\0WEBPVP8X"),
    ];
    for (const start of starts) {
      for (const filling of [0, 0xff, 0xe1]) {
        const bytes = new Uint8Array(length).fill(filling);
        bytes.set(start);
        const header = readHeader(bytes);
        expect(header === null || header.width > 0).toBe(true);
      }
    }
  });
});
