/** Mentions are found where a Markdown parser sees links, in linear time. */
import fc from "fast-check";
import { fromMarkdown } from "mdast-util-from-markdown";
import { expect, test } from "vitest";
import { PAGE_TYPES } from "../kernel/page-type.ts";
import { escapeLabel, findMentions, makeMention, markdownMentions } from "./mentions.ts";
import { printRow } from "./sheet/csv.ts";

const ANN = "@[Ann](user:u1)";
const PLAN = "@[Plan](page:p1)";

test("finds a mention as a link after an @", () => {
  expect(findMentions("DOCUMENT", `Ask ${ANN} about ${PLAN}.`)).toEqual([
    { kind: "user", id: "u1", label: "Ann", start: 4, end: 19 },
    { kind: "page", id: "p1", label: "Plan", start: 26, end: 42 },
  ]);
});

test.each([
  ["a heading", `# For ${ANN}`],
  ["a heading underlined", `For ${ANN}\n===`],
  ["a quote", `> ${ANN}`],
  ["a list in a list", `- a\n  - ${ANN}`],
  ["the second paragraph of an item", `- a\n\n  ${ANN}`],
  ["a lazy line", `> a\n${ANN}`],
  ["an indented continuation of a paragraph", `a\n        ${ANN}`],
  ["a table", `| who |\n| --- |\n| ${ANN} |`],
  ["emphasis", `**${ANN}**`],
  ["text after an unmatched backtick", `\` ${ANN}`],
  ["text after a code span", `\`a\` ${ANN}`],
  ["text after fenced code", "```\na\n```\n" + ANN],
  ["text after a fence that its list item ended", "- ```\n\n" + ANN],
  ["text after a comment", `<!-- a -->\n\n${ANN}`],
  ["a label with brackets", "@[A\\]n\\[n](user:u1)"],
  ["a label over two lines", "@[A\nn](user:u1)"],
  ["text after an unclosed bracket", `[a ${ANN}`],
])("finds a mention in %s", (_, text) => {
  const [mention, ...more] = markdownMentions(text);
  expect(more).toEqual([]);
  expect(mention).toMatchObject({ kind: "user", id: "u1" });
  expect(text.slice(mention?.start, mention?.end)).toMatch(/^@\[[^]*\]\(user:u1\)$/);
});

test.each([
  ["a code span", `\`${ANN}\``],
  ["a code span of two backticks", `\`\` a\` ${ANN} \`\``],
  ["fenced code", `\`\`\`\n${ANN}\n\`\`\``],
  ["unclosed fenced code", `~~~\n${ANN}`],
  ["fenced code in a list", `- a\n  \`\`\`\n  ${ANN}`],
  ["indented code", `    ${ANN}`],
  ["code indented by a tab", `a\n\n\t${ANN}`],
  ["indented code in a list", `- a\n\n      ${ANN}`],
  ["a comment", `<!-- ${ANN} -->`],
  ["a comment in a line", `a <!-- ${ANN} --> b`],
  ["an HTML block", `<div>\n${ANN}\n</div>`],
  ["an attribute", `a <b title="${ANN}"> c`],
  ["an escaped @", `\\${ANN}`],
  ["an escaped bracket", "@\\[Ann](user:u1)"],
  ["no @", "[Ann](user:u1)"],
  ["another kind of link", "@[Ann](mailto:u1)"],
  ["an invalid id", "@[Ann](user:a b)"],
  ["a space between", "@[Ann] (user:u1)"],
  ["two paragraphs", "@[An\n\nn](user:u1)"],
])("finds no mention in %s", (_, text) => {
  expect(markdownMentions(text)).toEqual([]);
});

test("finds the inner link when mentions are nested", () => {
  expect(markdownMentions(`@[a ${ANN} b](user:u2)`)).toMatchObject([{ id: "u1" }]);
});

test("finds mentions in cells, but not in formulas, code, canvases and files", () => {
  const sheet = `Who,"@[Ann, ""A""](user:u1)"\n"=""${ANN}""",=1,${PLAN}`;
  const found = findMentions("SHEET", sheet);
  expect(found).toMatchObject([{ id: "u1", label: 'Ann, "A"' }, { id: "p1" }]);
  expect(found.map(({ start, end }) => sheet.slice(start, end))).toEqual(['@[Ann, ""A""](user:u1)', PLAN]);
  for (const type of ["CODE", "CANVAS", "FILE"] as const) expect(findMentions(type, ANN)).toEqual([]);
  for (const type of ["FOLDER", "CHANNEL", "AI_CHAT", "TASK_LIST"] as const) {
    expect(findMentions(type, ANN)).toMatchObject([{ id: "u1" }]);
  }
});

test("rejects an id that a mention cannot contain", () => {
  expect(() => makeMention({ kind: "user", id: "a)b", label: "x" })).toThrow(
    expect.objectContaining({ code: "invalid_content" }),
  );
});

const oneLine = (label: string) => label.replace(/[\s\p{Cc}]+/gu, " ").trim();

test("finds created mentions with their labels in Markdown and cells", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.constantFrom("user", "page"), (label, kind) => {
      const made = makeMention({ kind, id: "i-1", label });
      const same = [{ kind, id: "i-1", label: oneLine(label) }];
      expect(findMentions("DOCUMENT", made)).toMatchObject(same);
      expect(findMentions("SHEET", printRow(["x", made, "y"]))).toMatchObject(same);
    }),
  );
  expect(escapeLabel("a\n*b*")).toBe("a \\*b\\*");
});

/** Excludes cases where the parser deviates from the specification: `2)` that begins a quote, `<b>` in a lazy line. */
const PARTS = [ANN, ANN, ANN, ANN, PLAN, "\n", "\n", "\n\n"].concat(
  "@[a](user:u2|@[|](user:u1)|[x](y)|![i](j)|`|``|```|~~~|    |  |\t|> |- |1. |* |# |===|---|***|\\|<!--|-->".split(
    "|",
  ),
  '<div>|</div>|<b a="|"|>|<pre>|</pre>|<?|?>|word| |_|*|<http://a|!|@'.split("|"),
);

const markdown = fc.array(fc.constantFrom(...PARTS), { maxLength: 16 }).map((parts) => parts.join(""));

type Tree = ReturnType<typeof fromMarkdown>["children"][number] | ReturnType<typeof fromMarkdown>;

/** Mentions according to a CommonMark parser: inline links in the exact mention syntax after an unescaped @. */
function expected(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  const visit = (node: Tree): void => {
    const [start, end] = [node.position?.start.offset ?? 0, node.position?.end.offset ?? 0];
    const written = text.slice(start, end);
    const backslashes = /\\*$/.exec(text.slice(0, Math.max(0, start - 1)))?.[0].length ?? 0;
    if (
      node.type === "link" &&
      text[start - 1] === "@" &&
      backslashes % 2 === 0 &&
      /^\[[^]*\]\((?:user|page):[0-9A-Za-z_-]{1,64}\)$/.test(written)
    ) {
      found.push({ start: start - 1, end });
    }
    if ("children" in node) node.children.forEach(visit);
  };
  visit(fromMarkdown(text));
  return found;
}

test("agrees with a CommonMark parser", () => {
  fc.assert(
    fc.property(markdown, (text) => {
      expect(markdownMentions(text).map(({ start, end }) => ({ start, end }))).toEqual(expected(text));
    }),
    { numRuns: 2000 },
  );
});

test("finds mentions at their exact positions in any text of any page type", () => {
  const anyText = fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)) });
  const text = fc.oneof(anyText, markdown);
  fc.assert(
    fc.property(fc.constantFrom(...PAGE_TYPES), text, (type, content) => {
      let before = 0;
      for (const { kind, id, start, end } of findMentions(type, content)) {
        expect(start).toBeGreaterThanOrEqual(before);
        expect(content.slice(start, start + 2)).toBe("@[");
        expect(content.slice(0, end).endsWith(`](${kind}:${id})`)).toBe(true);
        before = end;
      }
    }),
  );
});
