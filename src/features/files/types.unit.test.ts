import { expect, test } from "vitest";
import { servedTypeOf, typeOf } from "./types.ts";

const bytes = (text: string): Uint8Array => Buffer.from(text, "latin1");
const u32 = (value: number): string =>
  String.fromCharCode(value & 255, (value >> 8) & 255, (value >> 16) & 255, value >> 24);
const bitmap = (headerSize: number): string => `BM${u32(70)}${u32(0)}${u32(54)}${u32(headerSize)}${"\0".repeat(52)}`;

test.each([
  ["BMI,Weight\n22.1,70\n", "a.csv", "text/csv"],
  ["\xef\xbb\xbfBMI,Weight\n22.1,70\n", "a.csv", "text/csv"],
  ["BMI = weight / height ** 2\n", "a.py", "text/plain"],
  ["BMW, Audi and others", "cars", "text/plain"],
  ["GIF is a format of pictures", "a.txt", "text/plain"],
  ["ID3 is how songs are tagged", "a.txt", "text/plain"],
  ["solid state physics, an introduction", "a.txt", "text/plain"],
  ["AC1000 is the first of them", "a.md", "text/markdown"],
  ["MZ is how programs begin", "a.log", "text/plain"],
  ["%!PS and what follows", "a.txt", "text/plain"],
  ["Rar! it cried", "a.txt", "text/plain"],
])("detects a text that starts like %j as text", async (content, filename, type) => {
  expect(await typeOf(bytes(content), filename)).toBe(type);
});

test.each([
  [bitmap(40), "image/bmp"],
  [bitmap(12), "image/bmp"],
  [bitmap(124), "image/bmp"],
  ["GIF89a", "image/gif"],
  ["GIF87a\x01\0\x01\0\0\0\0", "image/gif"],
  ["ID3\x04\0\0\0\0\0\x10", "audio/mpeg"],
  ["MZ\x90\0\x03\0\0\0", "application/x-msdownload"],
  ["AC1015\0\0\0\0\0\0", "image/vnd.dwg"],
  ["%PDF-1.7\n", "application/pdf"],
  ["{\\rtf1 words}", "application/rtf"],
])("detects the type of %j under any name", async (content, type) => {
  for (const filename of ["a.txt", "a.csv", "a", "a.py", "a.png"]) {
    expect(await typeOf(bytes(content), filename)).toBe(type);
  }
});

test("requires a model's extension for STL text and a valid header size for bitmaps", async () => {
  expect(await typeOf(bytes("solid cube\nfacet normal 0 0 1\n"), "cube.stl")).toBe("model/stl");
  expect(await typeOf(bytes(bitmap(200)), "a.bmp")).toBe("application/octet-stream");
  expect(await typeOf(bytes("BM\0\0"), "a.bmp")).toBe("application/octet-stream");
});

test("serves an Opus file as Ogg audio", async () => {
  const type = await typeOf(bytes(`OggS${"\0".repeat(24)}OpusHead\x01\x02`), "a.opus");
  expect(servedTypeOf(type)).toEqual({ type: "audio/ogg", inline: true });
});
