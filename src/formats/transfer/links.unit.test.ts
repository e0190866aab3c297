import fc from "fast-check";
import { expect, test } from "vitest";
import { filesToLinks, mentionsToLinks, replaceLinks } from "./links.ts";
import { addressBetween, entryPath, readAddress, resolvePath } from "./paths.ts";

const PATHS = ["Guide.md", "Guide/Über uns (2).md", "Guide/a,b.csv", "Guide/Deep/", "Guide/Deep/50% & co.md"];
const pathOf = (id: string): string | null => PATHS[Number(id)] ?? null;

test.each(PATHS.flatMap((from) => PATHS.map((to) => [from, to])))(
  "builds and resolves the address from %s to %s",
  (from, to) => {
    const address = addressBetween(from, to);
    expect(address).not.toMatch(/[\s()<>"`,[\]|&]/);
    const read = readAddress(address);
    expect(read && resolvePath(from, read.path)).toBe(to);
  },
);

test.each([
  ["https://example.com/a.md", null],
  ["mailto:a@b", null],
  ["/absolute.md", null],
  ["#part", null],
  ["", null],
  ["a%20b.md#part", { path: "a b.md", rest: "#part" }],
  ["100%.md", { path: "100%.md", rest: "" }],
])("reads the address %j as %j", (address, read) => expect(readAddress(address)).toEqual(read));

test.each([
  ["a/b.md", "a/b.md"],
  ["a\\b.md", "a/b.md"],
  ["./a//b.md", "a/b.md"],
  ["a/b/", "a/b/"],
  ["/etc/passwd", null],
  ["C:\\x", null],
  ["a/../../b", null],
  ["..", null],
])("maps the entry %j to the path %j", (name, path) => expect(entryPath(name)).toBe(path));

test("rejects a relative path that leaves the archive", () => {
  expect(resolvePath("a/b.md", "../../c.md")).toBeNull();
  expect(resolvePath("a/b.md", "../c.md")).toBe("c.md");
});

const toLinks = (text: string, type: "DOCUMENT" | "SHEET" | "CODE" = "DOCUMENT"): string =>
  mentionsToLinks(type, text, (id) => {
    const to = pathOf(id);
    return to && addressBetween("Guide.md", to);
  });

test.each([
  ["see @[us](page:1) there", "see [us](Guide/Über%20uns%20%282%29.md) there"],
  ["@[Ann](user:1)", "@[Ann](user:1)"],
  ["@[gone](page:99)", "@[gone](page:99)"],
  ["`@[us](page:1)`", "`@[us](page:1)`"],
  ["!@[us](page:1)", "!@[us](page:1)"],
  ["> a @[two\n> lines](page:0)", "> a [two\n> lines](Guide.md)"],
  ["@@[x](page:0)", "@[x](Guide.md)"],
])("converts the mention in %j to the link in %j", (text, expected) => expect(toLinks(text)).toBe(expected));

test("keeps a mention within its sheet field, and ignores formulas and code", () => {
  expect(toLinks('1,"@[a, b](page:2)",x', "SHEET")).toBe('1,"[a, b](Guide/a%2Cb.csv)",x');
  expect(toLinks("=@[a](page:2)", "SHEET")).toBe("=@[a](page:2)");
  expect(toLinks("@[a](page:2)", "CODE")).toBe("@[a](page:2)");
});

test.each([
  ["![a](/api/files/1/view)", "![a](Guide/x.png)"],
  ['[a](/api/files/1/download "t") ', '[a](Guide/x.png "t") '],
  ["[a](</api/files/1/view>)", "[a](Guide/x.png)"],
  ["![a](/api/files/1/view?variant=preview)", "![a](Guide/x.png)"],
  ["[![a](/api/files/1/view)](/api/files/1/view)", "[![a](Guide/x.png)](Guide/x.png)"],
  ["![a](/api/files/2/view)", "![a](/api/files/2/view)"],
  ["![a](/api/files/1/other)", "![a](/api/files/1/other)"],
  ["![a](https://x.example/api/files/1/view)", "![a](https://x.example/api/files/1/view)"],
  ["`![a](/api/files/1/view)`", "`![a](/api/files/1/view)`"],
])("converts the file address in %j to %j", (text, expected) =>
  expect(filesToLinks("DOCUMENT", text, (id) => (id === "1" ? "Guide/x.png" : null))).toBe(expected),
);

/** Converts links in the exact form that an export writes back to mentions. */
const toMentions = (text: string): string =>
  replaceLinks("DOCUMENT", text, ({ kind, label, target, start }) => {
    const address = readAddress(target);
    const path = address && resolvePath("Guide.md", address.path);
    if (kind !== "link" || text[start - 1] === "!" || path === null || addressBetween("Guide.md", path) !== target)
      return null;
    const id = PATHS.indexOf(path);
    return id === -1 ? null : `@[${label}](page:${id})`;
  });

test.each([
  "> a [two\n> lines](Guide.md)",
  "[one\n    - two](Guide.md)",
  "[\n \\[![i](Guide.md)](Guide.md)",
  "- ![a\n  b](Guide.md)",
])("keeps the prefixes of a multi-line label in %j", (text) => {
  const label = text.slice(text.indexOf("[") + 1, text.lastIndexOf("]"));
  const seen: unknown[] = [];
  replaceLinks("DOCUMENT", text, (link) => (seen.push(link.label), null));
  expect(seen).toEqual([label]);
  expect(toLinks(toMentions(text))).toBe(text);
});

const snippet = fc.constantFrom(
  ..."\\`*_[]()!@<>|#- \n\n".split(""),
  "@[us](page:1)",
  "@[a `b`](page:0)",
  "@[[x]](page:3)",
  "[x](Guide.md)",
  "![x](Guide.md)",
  "[x](./Guide.md)",
  "[[x]](Guide.md)",
  "[![i](Guide.md)](Guide.md)",
  "```\n",
  "> ",
  "- [ ] ",
  "<b>",
  "<!--",
  "-->",
  "text",
);

test("produces identical links when an export is imported and exported again", () => {
  fc.assert(
    fc.property(fc.array(snippet, { maxLength: 25 }), (parts) => {
      const once = toLinks(parts.join(""));
      expect(toLinks(toMentions(once))).toBe(once);
    }),
    { numRuns: 5_000 },
  );
});

const seen = (text: string): unknown[] => {
  const links: unknown[] = [];
  replaceLinks("DOCUMENT", text, ({ kind, label, target }) => {
    links.push([kind, label, target]);
    return null;
  });
  return links;
};

test.each([
  [
    "[a](b.md) and ![c](d.png)",
    [
      ["link", "a", "b.md"],
      ["image", "c", "d.png"],
    ],
  ],
  ['[a](<b c.md> "title")', [["link", "a", "b c.md"]]],
  [
    "[[Note]] [[dir/Note|shown]] ![[pic.png]]",
    [
      ["wiki", null, "Note"],
      ["wiki", "shown", "dir/Note"],
      ["embed", null, "pic.png"],
    ],
  ],
  ["| [[Note\\|shown]] |", [["wiki", "shown", "Note"]]],
  ["`[[Note]]` \\[[Note]]", []],
  ["```\n[a](b.md)\n```", []],
])("finds in %j the links %j", (text, links) => expect(seen(text)).toEqual(links));

test("reads hostile texts in linear time", () => {
  for (const text of ["[[".repeat(200_000), "[](".repeat(200_000), "[[a|".repeat(100_000), "![[".repeat(100_000)]) {
    expect(replaceLinks("DOCUMENT", text, () => "x")).toBeTypeOf("string");
  }
});
