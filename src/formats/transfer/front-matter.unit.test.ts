import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readFrontMatter } from "./front-matter.ts";

const titleOf = (text: string) => readFrontMatter(text)?.title;

test.each([
  ['---\ntitle: "A: b"\n---\ntext', "A: b"],
  ["---\ntitle: 'It''s'\n---\n", "It's"],
  ["---\ntitle: Plain # not this\n---\n", "Plain"],
  ["---\ntitle: >-\n  over two\n  lines\ntags: [a]\n---\n", "over two lines"],
  ["---\ntitle: |\n  one\n  two\n---\n", "one\ntwo\n"],
  ['---\n"title": x\n---\n', "x"],
  ["---\nnested:\n  title: inner\ntitle: outer\n---\n", "outer"],
  ["---\nnested:\n  title: inner\n---\n", null],
  ["---\ndescription: |\n  title: no\n---\n", null],
  ["---\ntitle: 2026-01-02\n---\n", "2026-01-02"],
  ["---\ntitle: 1.0\n---\n", "1.0"],
  ["---\ntitle: null\n---\n", null],
  ["---\ntitle:\n---\n", null],
  ["---\ntitle: [a]\n---\n", null],
  ["---\r\ntitle: CRLF\r\n---\r\ntext", "CRLF"],
  ["\ufeff---\ntitle: marked\n---\n", "marked"],
  ["---\ntitle: dots\n...\ntext", "dots"],
  ["---\ntitle: 'with --- inside'\n---\n", "with --- inside"],
  ["---\nTitle: Large\n---\n", "Large"],
  ["---\na: &a x\ntitle: y\nb: *a\n---\n", "y"],
  ["---\n{title: flow}\n---\n", "flow"],
  ["---\ntitle: &t anchored\n---\n", "anchored"],
  ['---\ntitle: !!str "tagged"\n---\n', "tagged"],
  ["---\n---\ntext", null],
  ['+++\ntitle = "TOML"\ndate = 2026-01-02\n+++\ntext', "TOML"],
  ["+++\ntitle = '''\nlong'''\n+++\n", "long"],
  ['{\n  "title": "JSON",\n  "tags": ["a"]\n}\n\ntext', "JSON"],
  ['{"title": "one line"}\ntext', "one line"],
])("reads from %j the title %j", (text, title) => {
  expect(readFrontMatter(text)).toMatchObject({ title, isBroken: false });
});

test.each([
  "text",
  "",
  "---",
  "--- \n",
  "---\ntitle: never ends\n",
  "----\ntitle: x\n----\n",
  "a\n---\nb\n---\n",
  "{ a brace }\n",
  '{"a": 1}\n',
])("finds no front matter in %j", (text) => expect(readFrontMatter(text)).toBeNull());

test.each([
  "---\ntitle: 'open\n---\n",
  "---\na: b: c\n---\n",
  "+++\ntitle = \n+++\n",
  `---\n${"[".repeat(5_000)}\n---\n`,
  `---\ntitle: ${"x".repeat(50_000)}\n---\n`,
])("keeps %.30j as unreadable front matter", (text) => {
  expect(readFrontMatter(text)).toMatchObject({ title: null, isBroken: true });
});

test("never expands exponentially nested aliases", () => {
  const levels = Array.from({ length: 30 }, (_, i) => `a${i + 1}: &a${i + 1} [${`*a${i}, `.repeat(9)}*a${i}]`);
  const text = `---\na0: &a0 lol\n${levels.join("\n")}\ntitle: fine\n---\n`;
  expect(titleOf(text)).toBe("fine");
  expect(titleOf(text.replace("title: fine", "title: *a30"))).toBeNull();
});

test("reads the same title as the YAML library", () => {
  const value = fc.string({ maxLength: 30 }).filter((each) => !/[\r\n]/.test(each));
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), value), value, (fields, title) => {
      const source = [...Object.entries(fields), ["title", title] as const]
        .map(([key, each]) => `${key}: ${JSON.stringify(each)}`)
        .join("\n");
      expect(titleOf(`---\n${source}\n---\n`)).toBe((parse(source, { uniqueKeys: false }) as { title: string }).title);
    }),
  );
});
