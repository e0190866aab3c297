/** Chunks of a page's text, and the numbers by which their vectors are stored. */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  CHUNK_LENGTH,
  MAX_CHUNKS,
  chunksOf,
  parseVectorId,
  planChunks,
  vectorId,
  type HashedChunk,
} from "./chunk-rules.ts";

const page = (content: string, title = "Guide") => ({ title, type: "DOCUMENT" as const, content });
const paragraph = (word: string, count = 60): string => Array.from({ length: count }, () => word).join(" ");

test("an empty page has one chunk, its title", () => {
  expect(chunksOf(page(" \n\n"))).toEqual([{ text: "Guide", place: 1 }]);
});

test("a short page is one chunk below its title", () => {
  expect(chunksOf(page("\nOne\ntwo\n\nthree"))).toEqual([{ text: "Guide\nOne\ntwo\nthree", place: 2 }]);
});

test("chunks begin at headings and contain the titles above them", () => {
  const content = `# Cars\n\n${paragraph("wheel")}\n\n## Repair\n\n${paragraph("bolt")}\n\n# Boats\n\n${paragraph("sail")}`;
  const chunks = chunksOf(page(content));
  expect(chunks.map(({ text }) => text.split("\n").slice(0, 2))).toEqual([
    ["Guide", "# Cars"],
    ["Guide › Cars", "## Repair"],
    ["Guide", "# Boats"],
  ]);
  expect(chunks.map(({ place }) => content.slice(place - 1, place + 5))).toEqual(["# Cars", "## Rep", "# Boat"]);
});

test("headings are text where a page is not Markdown", () => {
  const content = `${paragraph("a", 200)}\n# note\n${paragraph("b", 200)}`;
  expect(chunksOf({ title: "Script", type: "CODE", content })).toHaveLength(1);
});

test("a long paragraph is divided between lines, and a long line between words", () => {
  const lines = Array.from({ length: 5 }, (_, i) => paragraph(`line${i}`, 80)).join("\n");
  expect(chunksOf(page(lines)).map(({ text }) => text.split("\n").length)).toEqual([3, 3, 2]);
  const [first, second] = chunksOf(page(paragraph("word", 500)));
  expect(first?.text.endsWith("word ")).toBe(true);
  expect(second?.text.startsWith("Guide\nword")).toBe(true);
});

test("only the first chunks of a long page are used", () => {
  const content = Array.from({ length: 100 }, (_, i) => paragraph(`p${i}`, 300)).join("\n\n");
  const chunks = chunksOf(page(content));
  expect(chunks).toHaveLength(MAX_CHUNKS);
  expect(chunks[0]?.place).toBe(1);
});

const anyText = fc
  .array(
    fc.oneof(fc.string({ unit: "grapheme", maxLength: 40 }), fc.constantFrom("\n", "\n\n", "# H\n", "x".repeat(3_000))),
  )
  .map((parts) => parts.join(""));

test("chunks are in order, bounded, and begin where they say", () => {
  fc.assert(
    fc.property(anyText, (content) => {
      const chunks = chunksOf(page(content));
      const chars = Array.from(content);
      let last = 0;
      for (const { text, place } of chunks) {
        const own = text.slice("Guide".length);
        expect(text.length).toBeLessThanOrEqual(CHUNK_LENGTH + 302);
        expect(place).toBeGreaterThan(last);
        last = place;
        if (chars.join("").trim() !== "")
          expect(own).toContain(
            chars
              .slice(place - 1, place + 9)
              .join("")
              .split("\n")[0],
          );
      }
    }),
  );
});

const hashed = (hashes: string): HashedChunk[] =>
  Array.from(hashes).map((hash, i) => ({ hash, text: hash, place: i + 1 }));
const numbers = (plan: ReturnType<typeof planChunks>): string =>
  plan.chunks.map(({ hash, chunk }) => `${hash}${chunk}`).join(" ");

test("chunks keep their numbers where others are inserted, and new ones take free numbers", () => {
  const known = [
    { chunk: 0, hash: "a" },
    { chunk: 1, hash: "b" },
    { chunk: 2, hash: "c" },
  ];
  const inserted = planChunks(known, hashed("xabc"));
  expect([numbers(inserted), [...inserted.fresh], inserted.gone]).toEqual(["x3 a0 b1 c2", [3], []]);
  const replaced = planChunks(known, hashed("axc"));
  expect([numbers(replaced), [...replaced.fresh], replaced.gone]).toEqual(["a0 x1 c2", [1], []]);
  const removed = planChunks(known, hashed("c"));
  expect([numbers(removed), [...removed.fresh], removed.gone]).toEqual(["c2", [], [0, 1]]);
});

test("equal chunks of a page share the vector of the first", () => {
  const plan = planChunks([], hashed("aba"));
  expect([numbers(plan), plan.chunks[0]?.place]).toEqual(["a0 b1", 1]);
});

test("a page never has more numbers than allowed, nor one twice", () => {
  const anyHash = fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz".split(""));
  fc.assert(
    fc.property(fc.array(fc.array(anyHash, { maxLength: MAX_CHUNKS })), (versions) => {
      let known: { chunk: number; hash: string }[] = [];
      for (const version of versions) {
        const plan = planChunks(known, hashed(version.join("")));
        const used = plan.chunks.map(({ chunk }) => chunk);
        expect(new Set(used).size).toBe(new Set(version).size);
        expect(used.every((chunk) => chunk < MAX_CHUNKS)).toBe(true);
        expect(plan.gone).toEqual(known.map(({ chunk }) => chunk).filter((chunk) => !used.includes(chunk)));
        known = plan.chunks.map(({ chunk, hash }) => ({ chunk, hash }));
      }
    }),
  );
});

test("an id of a vector names its page and chunk", () => {
  const id = vectorId("0198c5a2-7b3e-7000-8000-000000000001", 39);
  expect(id.length).toBeLessThanOrEqual(64);
  expect(parseVectorId(id)).toEqual({ pageId: "0198c5a2-7b3e-7000-8000-000000000001", chunk: 39 });
  expect([parseVectorId("page"), parseVectorId("page:x"), parseVectorId("a:1:2")]).toEqual([null, null, null]);
});
