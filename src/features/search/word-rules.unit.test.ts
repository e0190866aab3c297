import fc from "fast-check";
import { expect, test } from "vitest";
import { parseQuery, tiersOf } from "./query-rules.ts";
import { fold } from "../../kernel/fold.ts";
import { bigramsOf, readRuns, termsOf, trigramsOf } from "./word-rules.ts";

const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 80 }),
  fc.string({ unit: "binary", maxLength: 80 }),
  fc
    .array(
      fc.constantFrom(
        "getUserName",
        "page_contents",
        "Größe",
        "保存问题",
        "カタカナ",
        "한국어",
        "😀",
        "e\u0301",
        "ﬁ",
        "'",
      ),
      {
        maxLength: 12,
      },
    )
    .map((words) => words.join(" ")),
);
const page = (title: string, content: string) => ({ title, content, type: "DOCUMENT", driveId: "d-1" });

test("ignores case, accents and width, and distinguishes different letters", () => {
  for (const [a, b] of [
    ["Ångström", "angstrom"],
    ["ＡＢＣ", "abc"],
    ["ΣΊΣΥΦΟΣ", "σισυφος"],
    ["Ёлка", "елка"],
    ["Łódź", "lodz"],
    ["STRASSE", "straße"],
    ["cafe\u0301", "CAFÉ"],
  ] as const)
    expect(fold(a), a).toBe(fold(b));
  for (const [a, b] of [
    ["か", "が"],
    ["и", "й"],
    ["л", "п"],
    ["한", "하"],
  ] as const)
    expect(fold(a), a).not.toBe(fold(b));
});

test("indexes identifiers in code as a whole and in parts", () => {
  const words = (value: string) =>
    readRuns(value).flatMap((run) => (run.kind === "word" ? [[run.whole, ...run.parts]] : []));
  expect(words("getUserName(page_contents, HTTPClient2x, __init__, v2)")).toEqual([
    ["getusername", "get", "user", "name"],
    ["page_contents", "page", "contents"],
    ["httpclient2x", "http", "client2x"],
    ["init"],
    ["v2"],
  ]);
});

test("indexes each character and each pair in scripts without spaces", () => {
  const terms = new Set(termsOf(page("", "保存问题,好")).split(" "));
  for (const piece of ["保", "存", "问", "题", "好", "保存", "存问", "问题"])
    expect(terms, piece).toContain(`w${piece}`);
  expect(terms).not.toContain("w题好");
  expect(bigramsOf(["a"])).toEqual(["a"]);
  expect(trigramsOf("ab")).toEqual([]);
});

test("produces only terms that the tokenizer does not split, in bounded number", () => {
  fc.assert(
    fc.property(text, text, (title, content) => {
      for (const term of termsOf(page(title, content)).split(" ")) {
        // The "ascii" tokenizer splits at every ASCII character except letters, digits and the underscore, which we added.
        expect(term).toMatch(/^[dyewftgshi][a-z0-9_\u0080-\u{10ffff}]+$/u);
      }
    }),
    { numRuns: 1_000 },
  );
  const random = Array.from({ length: 150_000 }, (_, i) => ((i * 2_654_435_761) % 2 ** 32).toString(36)).join(" ");
  expect(Buffer.byteLength(termsOf(page("Title", random)))).toBeLessThan(2_000_000);
});

test("matches a page by its exact title in the first tier", () => {
  fc.assert(
    fc.property(text, (title) => {
      const question = parseQuery(title);
      fc.pre(question.terms.length > 0);
      const [first] = tiersOf(question, '"dx"');
      const asked = /AND "([^"]*)"\)$/.exec(first?.match ?? "")?.[1] ?? "none";
      expect(termsOf(page(title, "")).split(" ")).toContain(asked);
    }),
    { numRuns: 500 },
  );
});

test("orders tiers by descending score, and bounds the size of any query", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 200 }), (q) => {
      const question = parseQuery(q);
      const scores = tiersOf(question, '"dx"').map(({ score }) => score);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
      expect(question.terms.length).toBeLessThanOrEqual(12);
      expect(question.terms.flatMap(({ forms }) => forms.flat()).length).toBeLessThanOrEqual(24);
    }),
  );
});
