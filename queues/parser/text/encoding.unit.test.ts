import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { sniffEncoding } from "./encoding.ts";
import { extractText } from "./extract.ts";

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.replaceAll(" ", ""), "hex"));

/** Excerpts of the Universal Declaration of Human Rights in encodings for which no encoder is available here. */
const TEXTS: readonly (readonly [encoding: string, hex: string, start: string])[] = [
  [
    "shift_jis",
    "82b782d782c482cc906c8ad482cd814190b682ea82c882aa82e782c982b582c48ea9975282c582a082e8814182a982c2814191b88cb582c68ca0979882c682c982c282a282c495bd939982c582a082e98142906c8ad482cd8141979d90ab82c697c7905382c682f08ef682af82e782ea82c482a882e881418cdd82a282c993af964582cc90b8905f82f082e082c182c48d7393ae82b582c882af82ea82ce82c882e782c882a28142",
    "すべての人間",
  ],
  [
    "euc-jp",
    "a4b9a4d9a4c6a4cebfcdb4d6a4cfa1a2c0b8a4eca4caa4aca4e9a4cba4b7a4c6bcabcdb3a4c7a4a2a4eaa1a2a4aba4c4a1a2c2bab8b7a4c8b8a2cdf8a4c8a4cba4c4a4a4a4c6cabfc5f9a4c7a4a2a4eba1a3",
    "すべての人間",
  ],
  [
    "iso-2022-jp",
    "1b2442243924592446244e3f4d3456244f21224038246c244a242c2469244b243724463c2b4d3324472422246b21231b2842",
    "すべての人間",
  ],
  [
    "euc-kr",
    "b8f0b5e720c0ceb0a3c0ba20c5c2beeeb3af20b6a7bacec5cd20c0dac0afb7cebfecb8e720b1d720c1b8bef6b0fa20b1c7b8aebfa120c0d6beee20b5bfb5eec7cfb4d92e20c0ceb0a3c0ba20c3b5bacec0fbc0b8b7ce20c0ccbcbab0fa20bee7bdc9c0bb20bacebfa9b9debed2b4d92e",
    "모든 인간은",
  ],
  [
    "gb18030",
    "c8cbc8cbc9fab6f8d7d4d3c92cd4dad7f0d1cfbacdc8a8c0fbc9cfd2bbc2c9c6bdb5c8a1a3cbfbc3c7b8b3d3d0c0edd0d4bacdc1bcd0c42cb2a2d3a6d2d4d0d6b5dcb9d8cfb5b5c4beabc9f1cfe0b6d4b4fda1a3",
    "人人生而自由",
  ],
  [
    "windows-1251",
    "c2f1e520ebfee4e820f0eee6e4e0fef2f1ff20f1e2eee1eee4edfbece820e820f0e0e2edfbece820e220f1e2eee5ec20e4eef1f2eee8edf1f2e2e520e820eff0e0e2e0f52e",
    "Все лю",
  ],
  [
    "koi8-r",
    "f7d3c520ccc0c4c920d2cfd6c4c1c0d4d3d120d3d7cfc2cfc4ced9cdc920c920d2c1d7ced9cdc920d720d3d7cfc5cd20c4cfd3d4cfc9ced3d4d7c520c920d0d2c1d7c1c82e",
    "Все лю",
  ],
  [
    "iso-8859-2",
    "57737a79736379206c75647a696520726f647ab1207369ea20776f6c6e6920692072f3776e6920706f6420777a676cea64656d207377656a20676f646e6fb66369206920737779636820707261772e2053b1206f6e69206f626461727a656e6920726f7a756d656d20692073756d69656e69656d2e",
    "Wszyscy ludzie rodzą",
  ],
  [
    "windows-1252",
    "42656e76656e75746f21204369f22063686520e8207069f920666163696c65206e6f6e20e8206769e020636f73ec20666163696c653a207065726368e9206c61206c6962657274e020e82064692074757474692c2065206c612076697274f920e820646920636869206c61766f72612e",
    "Benvenuto! Ciò",
  ],
];

test.each(TEXTS)("detects %s from the bytes", async (encoding, hex, start) => {
  const bytes = bytesOf(hex);
  expect(sniffEncoding(bytes)).toEqual({ encoding, isCertain: false });
  const extracted = await extractText(bytes, "text/plain", "a.txt");
  expect(extracted.kind === "text" && extracted.text.startsWith(start)).toBe(true);
});

const utf16 = (text: string, isBig: boolean): Uint8Array => {
  const bytes = Buffer.from(text, "utf16le");
  return Uint8Array.from(isBig ? bytes.swap16() : bytes);
};

test.each([
  ["UTF-8", Uint8Array.from(Buffer.from("Grüße 😀"))],
  ["UTF-8 with a byte order mark", Uint8Array.from(Buffer.from("\ufeffGrüße 😀"))],
  ["UTF-16LE with a byte order mark", utf16("\ufeffGrüße 😀", false)],
  ["UTF-16BE with a byte order mark", utf16("\ufeffGrüße 😀", true)],
  ["UTF-16LE", utf16("Grüße 😀", false)],
  ["UTF-16BE", utf16("Grüße 😀", true)],
])("decodes %s", async (_, bytes) => {
  expect(await extractText(bytes, "text/plain", "a.txt")).toMatchObject({ text: "Grüße 😀" });
});

test("decodes invalid bytes as Western European", async () => {
  const bytes = Uint8Array.from(Buffer.from("caf\xe9 \x93x\x94", "latin1"));
  expect(await extractText(bytes, "text/plain", "a.txt")).toMatchObject({ text: "café “x”" });
});

test("prefers well-formed UTF-8, then the declared encoding, then detection", async () => {
  const cyrillic = Uint8Array.from(Buffer.from("<p>\xcf\xf0\xe8", "latin1"));
  const page = Uint8Array.from([...Buffer.from(`<!doctype html><meta charset="windows-1251">`), ...cyrillic]);
  expect(await extractText(page, "", "a.html")).toMatchObject({ text: "При" });
  expect(await extractText(cyrillic, "text/html; charset=windows-1251", "a")).toMatchObject({ text: "При" });
  expect(await extractText(cyrillic, `text/html; charset="no-such"`, "a")).toMatchObject({ kind: "text" });
  const lying = Uint8Array.from(Buffer.from(`<!doctype html><meta charset="windows-1251"><p>Grüße`));
  expect(await extractText(lying, "", "a.html")).toMatchObject({ text: "Grüße" });
});
