/** Pictures for tests, made of a function that says the colour of each pixel, and a way to look at the pixels of one. */
import { crc32, deflateSync } from "node:zlib";
import type { ColorSpace } from "@imagemagick/magick-wasm";
import type { PictureFormat, Header } from "../../queues/parser/images/picture.ts";
import { readHeader } from "../../queues/parser/images/header.ts";
import { decode, type IMagickImage, MagickFormat } from "../../queues/parser/images/magick.ts";

/** Red, green, blue and opacity, each up to 255. */
export type Colour = readonly [red: number, green: number, blue: number, opacity: number];
export type Paint = (x: number, y: number) => Colour;

/** Bytes: what tests need is not what they test. */
const PLENTY = 1024 * 2 ** 20;

const u32 = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
export const ascii = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));

export const join = (...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array => {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
};

export function pngChunk(name: string, data: Uint8Array | readonly number[]): Uint8Array {
  const named = join(ascii(name), data);
  return join(u32(data.length), named, u32(crc32(named)));
}

export const pngHeader = (width: number, height: number): Uint8Array =>
  join(ascii("\x89PNG\r\n\x1a\n"), pngChunk("IHDR", [...u32(width), ...u32(height), 8, 6, 0, 0, 0]));

export function png(width: number, height: number, paint: Paint): Uint8Array {
  const rows = new Uint8Array((width * 4 + 1) * height);
  let at = 0;
  for (let y = 0; y < height; y++) {
    rows[at++] = 0;
    for (let x = 0; x < width; x++) for (const value of paint(x, y)) rows[at++] = value;
  }
  const pixels = pngChunk("IDAT", deflateSync(rows, { level: 1 }));
  return join(pngHeader(width, height), pixels, pngChunk("IEND", []));
}

const FORMATS = {
  jpeg: MagickFormat.Jpeg,
  gif: MagickFormat.Gif,
  webp: MagickFormat.WebP,
  avif: MagickFormat.Avif,
  bmp: MagickFormat.Bmp,
} as const;

/** The same picture in another format, after `change`. */
export function convert(
  picture: Uint8Array,
  format: keyof typeof FORMATS,
  change: (image: IMagickImage) => void = () => undefined,
): Promise<Uint8Array> {
  return open(picture, (image) => {
    image.quality = 92;
    // As fast as it can be, for how small the file is does not matter here.
    image.settings.setDefine(MagickFormat.WebP, "method", "0");
    change(image);
    return image.write(FORMATS[format], (bytes) => bytes.slice());
  });
}

/** How the picture looks: its size, and the colour of any of its pixels. */
export type Look = {
  readonly width: number;
  readonly height: number;
  readonly space: ColorSpace;
  readonly at: (x: number, y: number) => Colour;
};

export function look(picture: Uint8Array): Promise<Look> {
  return open(picture, (image) => {
    const { width, height, colorSpace: space } = image;
    if (!image.hasAlpha) image.hasAlpha = true;
    const pixels = image.getPixels((all) => all.toByteArray(0, 0, width, height, "RGBA")?.slice());
    if (!pixels) throw new Error("The picture has no pixels.");
    const at = (x: number, y: number): Colour => {
      const [red = NaN, green = NaN, blue = NaN, opacity = NaN] = pixels.subarray(
        (y * width + x) * 4,
        (y * width + x) * 4 + 4,
      );
      return [red, green, blue, opacity];
    };
    return { width, height, space, at };
  });
}

function open<T>(picture: Uint8Array, work: (image: IMagickImage) => T): Promise<T> {
  const header: Header | null = readHeader(picture);
  if (!header) throw new Error("The picture has no header.");
  return decode({ bytes: picture, format: header.format satisfies PictureFormat }, PLENTY, work);
}

/** What a camera writes: how to turn the picture, and where it was taken, in words nothing else contains. */
export const CANARY = "52.5200N-13.4050E-canary";

export function exif(orientation: number): Uint8Array {
  const entry = (tag: number, type: number, count: number, value: readonly number[]) => [
    tag >> 8,
    tag & 255,
    0,
    type,
    ...u32(count),
    ...value,
  ];
  const text = ascii(`${CANARY}\0`);
  // The directory of two entries ends at 8 + 2 + 2 · 12 + 4 = 38.
  return join(
    [...ascii("MM"), 0, 42, ...u32(8), 0, 2],
    entry(0x010e, 2, text.length, u32(38)),
    entry(0x0112, 3, 1, [0, orientation, 0, 0]),
    u32(0),
    text,
  );
}

/** The JPEG with Exif data and a comment in front of everything else. */
export function withMetadata(jpeg: Uint8Array, orientation: number): Uint8Array {
  const segment = (marker: number, data: Uint8Array) =>
    join([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255], data);
  const app1 = segment(0xe1, join(ascii("Exif\0\0"), exif(orientation)));
  return join([0xff, 0xd8], app1, segment(0xfe, join(ascii(CANARY))), jpeg.subarray(2));
}

/** Display P3, the colours of phones' cameras, as a profile of 480 bytes (saucecontrol/Compact-ICC-Profiles, CC0). */
export const P3_PROFILE: Uint8Array = Uint8Array.from(
  atob(
    [
      "AAAB4GxjbXMEIAAAbW50clJHQiBYWVogB+IAAwAUAAkADgAdYWNzcE1TRlQAAAAAc2F3c2N0cmwAAAAAAAAAAAAAAAAAAPbWAAEAAAAA0y1o",
      "YW5kguKocouKP/clPrmS7iTWrgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAKZGVzYwAAAPwAAAAkY3BydAAAASAAAAAid3RwdAAA",
      "AUQAAAAUY2hhZAAAAVgAAAAsclhZWgAAAYQAAAAUZ1hZWgAAAZgAAAAUYlhZWgAAAawAAAAUclRSQwAAAcAAAAAgZ1RSQwAAAcAAAAAgYlRS",
      "QwAAAcAAAAAgbWx1YwAAAAAAAAABAAAADGVuVVMAAAAIAAAAHABzAFAAMwBDbWx1YwAAAAAAAAABAAAADGVuVVMAAAAGAAAAHABDAEMAMAAA",
      "WFlaIAAAAAAAAPbWAAEAAAAA0y1zZjMyAAAAAAABDEIAAAXe///zJQAAB5MAAP2Q///7of///k4AAAOaAADAFFhZWiAAAAAAAACD3wAAPb8A",
      "AAAAWFlaIAAAAAAAAEq/AACxNwAACrVYWVogAAAAAAAAKDgAABEKAADIeHBhcmEAAAAAAAMAAAACZmkAAPKnAAANWQAAE9AAAApb",
    ].join(""),
  ),
  (letter) => letter.charCodeAt(0),
);

/** The JPEG with a colour profile, which takes one segment. */
export function withProfile(jpeg: Uint8Array, profile: Uint8Array): Uint8Array {
  const data = join(ascii("ICC_PROFILE\0"), [1, 1], profile);
  return join([0xff, 0xd8, 0xff, 0xe2, (data.length + 2) >> 8, (data.length + 2) & 255], data, jpeg.subarray(2));
}

export function contains(bytes: Uint8Array, text: string): boolean {
  return new TextDecoder("latin1").decode(bytes).includes(text);
}
