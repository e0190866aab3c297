import { EditorState } from "@codemirror/state";
import fc from "fast-check";
import { expect, test } from "vitest";
import { documentLanguage } from "../language.ts";
import { changedRange, CodeParse, type Token, tokensOf } from "./code-parse.ts";
import { fencesIn, rangesOf } from "./fences.ts";
import { findLanguage, languageChoices, languageName, loadedParser, loadParser } from "./languages.ts";
import { parsed } from "../commands/testing.ts";

const now = (): number => 0;

function fencesOf(doc: string) {
  const state = EditorState.create({ doc, extensions: documentLanguage });
  return fencesIn(parsed(state), 0, doc.length);
}

test("reads a fence's language from its first word", () => {
  expect(languageName(' ts title="a" ')).toBe("ts");
  expect(languageName("js{1,3}")).toBe("js");
  expect(["ts", "TypeScript", "sh", "console", "py", "c++", "golang"].map((each) => findLanguage(each)?.name)).toEqual([
    "TypeScript",
    "TypeScript",
    "Shell",
    "Shell",
    "Python",
    "C++",
    "Go",
  ]);
  expect(["", "text", "nonesuch", "mermaid"].map(findLanguage)).toEqual([null, null, null, null]);
});

test("finds every offered language by the word that it inserts", () => {
  for (const { label, info } of languageChoices()) {
    expect(info, label).toMatch(/^[^\s{,:`]+$/);
    expect(findLanguage(info), `${label} as ${info}`).not.toBeNull();
  }
});

test("maps code to positions in the document, also in quotes and lists", () => {
  const doc = "> ```js\n> let a\n> b\n> ```\n\n- x\n\n  ~~~\n  y\n\n  z\n  ~~~\n\n```\nno end";
  const [quoted, listed, open] = fencesOf(doc);
  expect([quoted?.text, quoted?.info, listed?.text, open?.text]).toEqual(["let a\nb", "js", "y\n\nz", "no end"]);
  if (quoted === undefined) throw new Error("no fence");
  expect(
    rangesOf(quoted, 4, 7)
      .map(({ from, to }) => doc.slice(from, to))
      .join(""),
  ).toBe("a\nb");
});

async function parserOf(language: string) {
  const parser = await loadParser(language);
  if (parser === null) throw new Error(`no parser for ${language}`);
  return parser;
}

test("returns a language's parser after it has loaded", async () => {
  expect(await loadParser("nonesuch")).toBeNull();
  const parser = await parserOf("json");
  expect(loadedParser("json")).toBe(parser);
});

const classes = (text: string, tokens: readonly Token[]): string[] =>
  tokens.map(({ from, to, className }) => `${text.slice(from, to)}:${className.replace("md-tok-", "")}`);

test("assigns classes to tokens", async () => {
  const parse = new CodeParse(await parserOf("ts"));
  const text = "// a\nconst b = f('c', 1);";
  expect(parse.update(text, 1, now)).toBe(true);
  expect(classes(text, parse.tokens)).toEqual([
    "// a:comment",
    "const:keyword",
    "b:name",
    "f:name",
    "'c':string",
    "1:literal",
  ]);
});

test("stops parsing at the time limit and continues later", async () => {
  const parse = new CodeParse(await parserOf("ts"));
  const text = "const a = [1, 'b'];\n".repeat(500);
  let time = 0;
  const clock = (): number => time++;
  expect(parse.update(text, 0, clock)).toBe(false);
  expect(parse.tokens).toEqual([]);
  let rounds = 0;
  while (!parse.update(text, time, clock)) rounds++;
  expect(rounds).toBeGreaterThan(0);
  expect(parse.tokens).toHaveLength(2_000);
});

test("parses incrementally with the same result as a full parse", async () => {
  const parser = await parserOf("js");
  const pieces = fc.constantFrom("let a = 1;\n", "f(`x${", "}`)\n", "/*", "*/", "'s'", "\n", "class A {}");
  const edit = fc.record({ at: fc.nat(), remove: fc.nat(20), insert: pieces });
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), fc.array(edit, { minLength: 1, maxLength: 8 }), (start, edits) => {
      let text = start.join("");
      const parse = new CodeParse(parser);
      parse.update(text, 1, now);
      for (const { at, remove, insert } of edits) {
        const from = at % (text.length + 1);
        text = text.slice(0, from) + insert + text.slice(from + remove);
        parse.update(text, 1, now);
        expect(parse.tokens).toEqual(tokensOf(parser.parse(text)));
      }
    }),
    { numRuns: 60 },
  );
});

test("finds the changed range between common ends", () => {
  expect(changedRange("abc", "axc")).toEqual({ fromA: 1, toA: 2, fromB: 1, toB: 2 });
  expect(changedRange("aa", "aaa")).toEqual({ fromA: 2, toA: 2, fromB: 2, toB: 3 });
  expect(changedRange("", "a")).toEqual({ fromA: 0, toA: 0, fromB: 0, toB: 1 });
});
