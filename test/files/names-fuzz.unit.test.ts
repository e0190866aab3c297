import fc from "fast-check";
import { expect, test } from "vitest";
import { cleanFilename, HEAD_BYTES } from "../../src/features/files/rules.ts";
import { servedTypeOf, typeOf } from "../../src/features/files/types.ts";

const RUNS = Number(process.env.FUZZ_RUNS ?? "1500");
const TIMEOUT_MS = { timeout: 0 };
/** Shrinking long names would take minutes. */
const BATCH_SIZE = { endOnFailure: true };

const NASTY = Array.from('/\\:*?"<>|. \t\r\n\0\u2028\u202e\u200f\u0085\u0301_-aé\u{1f600}');
const name = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300, size: "max" }),
  fc.string({ unit: "grapheme", maxLength: 300 }),
  fc.string({ unit: fc.constantFrom(...NASTY), maxLength: 260, size: "max" }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 }).map((units) => String.fromCharCode(...units)),
);

test("cleans any name to one line that is a valid file name, and is idempotent", () => {
  fc.assert(
    fc.property(name, (raw) => {
      const clean = cleanFilename(raw);
      expect(clean).toBe(cleanFilename(clean));
      expect(clean.isWellFormed()).toBe(true);
      expect(clean).toBe(clean.trim());
      expect(clean).not.toMatch(/[/\\:*?"<>|\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
      expect(clean).not.toMatch(/^[.\s_]*$/);
      expect(Array.from(clean).length).toBeLessThanOrEqual(200);
    }),
    { numRuns: RUNS, ...BATCH_SIZE },
  );
});

test("keeps the extension of a long name and the whole of a valid one", () => {
  const word = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9 _-]{0,298}[A-Za-z0-9]$/);
  fc.assert(
    fc.property(word, fc.stringMatching(/^[a-z0-9]{1,10}$/), (stem, extension) => {
      const given = `${stem}.${extension}`;
      const clean = cleanFilename(given);
      expect(clean.endsWith(`.${extension}`)).toBe(true);
      if (given.length <= 200) expect(clean).toBe(given);
    }),
    { numRuns: RUNS },
  );
});

/** File signatures that type-detection libraries inspect further. */
const MAGIC = [
  "",
  "%PDF-1.7\n",
  "PK\x03\x04",
  "\x89PNG\r\n\x1a\n",
  "\xff\xd8\xff\xe0",
  "GIF89a",
  "RIFF\x10\0\0\0WEBPVP8 ",
  "RIFF\x10\0\0\0WAVEfmt ",
  "<?xml version='1.0'?><svg>",
  "<!doctype html><script>",
  "{\\rtf1",
  "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
  "\0\0\0\x18ftypheic",
  "\x1a\x45\xdf\xa3",
  "OggS",
  "ID3\x04\0\0\0\0\0\x10",
  "II*\0",
  "\xff\xfe",
  "\xfe\xff",
  "\xef\xbb\xbf",
  "\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9",
  "\x1f\x8b\x08",
  "7z\xbc\xaf\x27\x1c",
  "MZ",
  "\x7fELF",
  "#!/bin/sh\n",
];
const head = fc
  .tuple(
    fc.constantFrom(...MAGIC),
    fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.uint8Array({ minLength: HEAD_BYTES, maxLength: HEAD_BYTES, size: "max" }),
      fc.string({ maxLength: 200 }).map((text) => new TextEncoder().encode(text)),
      fc.constantFrom("<html>", "<svg onload=x>", "<?xml?>", "alert(1)").map((text) => new TextEncoder().encode(text)),
    ),
  )
  .map(([start, rest]) => Uint8Array.from([...Buffer.from(start, "latin1"), ...rest]).slice(0, HEAD_BYTES));
const filename = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(
        ..."txt md csv json html svg xml js css rtf docx xlsx epub pdf png __proto__ constructor toString".split(" "),
      )
      .map((end) => `a.${end}`),
  },
  { weight: 1, arbitrary: name },
);

/** Types in which browsers never execute code. */
const PASSIVE =
  /^(?:image\/(?:png|jpeg|gif|webp|avif|bmp)|audio\/(?:mpeg|ogg|wav)|video\/(?:mp4|webm)|text\/plain; charset=utf-8)$/;

test("assigns a media type to any bytes and serves only passive types inline", TIMEOUT_MS, async () => {
  await fc.assert(
    fc.asyncProperty(head, filename, async (bytes, given) => {
      const type = await typeOf(bytes, given);
      expect(type).toMatch(/^[a-z]+\/[a-zA-Z0-9.+_-]+(?:; ?[a-z]+=[\w"-]+)?$/);
      const served = servedTypeOf(type);
      if (served.inline) expect(served.type).toMatch(PASSIVE);
      else expect(served.type).toBe("application/octet-stream");
      expect(await typeOf(bytes, given)).toBe(type);
    }),
    { numRuns: RUNS, timeout: 10_000 },
  );
});

test("detects pictures and PDFs from their bytes under any name", TIMEOUT_MS, async () => {
  const signed = fc.constantFrom(
    [/^image\/jpeg$/, "\xff\xd8\xff\xe0\0\x10JFIF\0"] as const,
    [/^image\/gif$/, "GIF89a"] as const,
    [/^application\/pdf$/, "%PDF-1.7\n"] as const,
    // The directory lies far behind the header. The following bytes may make it a camera's TIFF-based raw format.
    [/^image\/(?:tiff|x-canon-cr2|x-nikon-nef)$/, "II*\0\0\0\x40\0"] as const,
    [/^image\/(?:tiff|x-nikon-nef)$/, "MM\0*\0\x40\0\0"] as const,
    [/^image\/webp$/, "RIFF\x10\0\0\0WEBPVP8 "] as const,
  );
  await fc.assert(
    fc.asyncProperty(signed, fc.uint8Array({ maxLength: 100 }), filename, async ([type, start], rest, given) => {
      const bytes = Uint8Array.from([...Buffer.from(start, "latin1"), ...rest]);
      expect(await typeOf(bytes, given)).toMatch(type);
    }),
    { numRuns: RUNS, timeout: 10_000 },
  );
});

test("detects UTF-16 text in both byte orders", TIMEOUT_MS, async () => {
  const text = fc.string({ unit: "grapheme", maxLength: 200 }).filter((given) => !/[^\P{Cc}\t\n\r]/u.test(given));
  await fc.assert(
    fc.asyncProperty(text, fc.boolean(), async (given, isSwapped) => {
      const bytes = Buffer.from(`\ufeff${given}`, "utf16le");
      expect(await typeOf(isSwapped ? bytes.swap16() : bytes, "a.csv")).toBe("text/csv");
    }),
    { numRuns: Math.ceil(RUNS / 5), timeout: 10_000 },
  );
});

test("does not detect UTF-32 as text or audio", async () => {
  expect(await typeOf(Uint8Array.of(0xff, 0xfe, 0, 0, 0x61, 0, 0, 0), "a.txt")).toBe("application/octet-stream");
});
