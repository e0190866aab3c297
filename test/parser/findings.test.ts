/** What is said of one file after it was read, whatever kind it is of. */
import { expect, test } from "vitest";
import { readFindings } from "../../queues/parser/findings.ts";
import { pdf } from "../../queues/parser/text/sample-documents.ts";
import type { Findings } from "../../src/features/files/processing.ts";

const read = (bytes: Uint8Array, filename: string, mimeType: string): Promise<Findings> =>
  readFindings({ filename, mimeType, size: bytes.length }, new Response(bytes).body ?? new ReadableStream());

test("a PDF that was read to its end is not called a part of itself", async () => {
  expect(await read(pdf(["Hello", "world"]), "a.pdf", "application/pdf")).toEqual({
    kind: "completed",
    text: "Hello\n\nworld",
    metadata: { characters: 12, pageCount: 2 },
    variants: {},
  });
});

test("a text of which only the beginning was read is called that", async () => {
  const long = new Uint8Array(4_000_001).fill(0x61);
  expect(await read(long, "a.txt", "text/plain")).toMatchObject({ metadata: { truncated: true } });
});
