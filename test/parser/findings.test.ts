/** Findings reported for a file after parsing, for every kind of file. */
import { expect, test } from "vitest";
import { readFindings } from "../../queues/parser/findings.ts";
import { join, png, pngChunk } from "./pictures.ts";
import { pdf } from "./sample-documents.ts";
import { servedTypeOf, typeOf } from "../../src/features/files/types.ts";
import type { Findings } from "../../src/features/files/processing.ts";

const read = (bytes: Uint8Array, filename: string, mimeType: string): Promise<Findings> =>
  readFindings(
    { filename, mimeType, size: bytes.length },
    new Response(new Uint8Array(bytes)).body ?? new ReadableStream(),
  );

test("does not report a completely read PDF as partial", async () => {
  expect(await read(pdf(["Hello", "world"]), "a.pdf", "application/pdf")).toEqual({
    kind: "completed",
    text: "Hello\n\nworld",
    metadata: { characters: 12, pageCount: 2 },
    variants: {},
  });
});

test("reports a text as partial when only its beginning was read", async () => {
  const long = new Uint8Array(4_000_001).fill(0x61);
  expect(await read(long, "a.txt", "text/plain")).toMatchObject({ metadata: { truncated: true } });
});

test("serves an animated PNG as such, with still variants", async () => {
  const still = png(8, 6, () => [255, 0, 0, 255]);
  // Inserted after the signature and header; declares one frame that repeats forever.
  const moving = join(still.subarray(0, 33), pngChunk("acTL", [0, 0, 0, 1, 0, 0, 0, 0]), still.subarray(33));
  const type = await typeOf(moving, "a.png");
  expect(servedTypeOf(type)).toEqual({ type: "image/png", inline: true });
  expect(await read(moving, "a.png", type)).toMatchObject({
    metadata: { width: 8, height: 6 },
    variants: { preview: { width: 8 }, thumbnail: { width: 8 } },
  });
});
