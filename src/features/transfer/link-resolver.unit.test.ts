import fc from "fast-check";
import { expect, test } from "vitest";
import { filesToLinks, mentionsToLinks } from "../../formats/transfer/links.ts";
import { addressBetween } from "../../formats/transfer/paths.ts";
import type { PageNode } from "./import-tree.ts";
import { LinkResolver, type PlannedNode } from "./link-resolver.ts";

const PAGES = ["Guide.md", "Guide/Other.md", "Guide/Picture (1).png"];
const FILES = ["Guide/Picture (1).png", "Guide files/notes & more.pdf"];

/** The text of `Guide.md` as an export writes it; pages and files are identified by their list index. */
const exported = (text: string): string => {
  const address = (paths: readonly string[]) => (id: string) => {
    const path = paths[Number(id)];
    return path === undefined ? null : addressBetween("Guide.md", path);
  };
  return filesToLinks("DOCUMENT", mentionsToLinks("DOCUMENT", text, address(PAGES)), address(FILES));
};

function imported(text: string, isOurs: boolean): string {
  const rooted = PAGES.map((path, i): PlannedNode => {
    const type = path.endsWith(".png") ? ("FILE" as const) : ("DOCUMENT" as const);
    const shared = { path, type, title: path };
    const node = { ...shared, stem: path, text, isOurs, original: null, agent: null, attachments: [], children: [] };
    return { node, page: { ...shared, id: String(i), parentId: null, content: "", place: 1, depth: 1 } };
  });
  const resolver = new LinkResolver(
    rooted,
    FILES.map((path, i) => ({ id: String(i), path, role: path.includes(" files/") ? "attachment" : "content" })),
  );
  const { node } = rooted[0] as { node: PageNode }; // PAGES is not empty
  return isOurs ? resolver.withOurLinks(node) : resolver.withForeignLinks(node);
}

test.each([
  ["![a](Guide/Picture%20%281%29.png)", "![a](/api/files/0/view)"],
  ["[a](Guide/Picture%20%281%29.png)", "@[a](page:2)"],
  ['![a](Guide%20files/notes%20%26%20more.pdf "t")', '![a](/api/files/1/view "t")'],
  ["[a](Guide%20files/notes%20%26%20more.pdf)", "[a](/api/files/1/view)"],
  ["[![a](Guide/Picture%20%281%29.png)](Guide/Other.md)", "@[![a](/api/files/0/view)](page:1)"],
  ["[![a](Guide/Picture%20%281%29.png)](https://x.example)", "[![a](/api/files/0/view)](https://x.example)"],
])("converts %j from an Octavo export to %j", (text, expected) => {
  expect(imported(text, true)).toBe(expected);
  expect(exported(expected)).toBe(text);
});

test.each([
  ["![a](<guide/picture (1).png>)", "![a](</api/files/0/view>)"],
  ["![a](Guide/Other.md)", "![a](Guide/Other.md)"],
  ["![Guide/Other.png](missing.png)", "![Guide/Other.png](missing.png)"],
  ["[a](<Guide files/notes & more.pdf>)", "[a](</api/files/1/view>)"],
])("converts %j from another source to %j", (text, expected) => expect(imported(text, false)).toBe(expected));

const snippet = fc.constantFrom(
  ..."\\`[]()!@<>|# \n\n".split(""),
  "@[us](page:1)",
  "@[pic](page:2)",
  "![a](/api/files/0/view)",
  "[b](/api/files/0/download)",
  "![c](/api/files/1/view)",
  '[d](/api/files/1/view "t")',
  "[![e](/api/files/0/view)](/api/files/1/view)",
  "@[![f](/api/files/1/view)](page:1)",
  "[g](/api/files/9/view)",
  "![h](Guide/Picture%20%281%29.png)",
  "[i](Guide%20files/notes%20%26%20more.pdf)",
  "> ",
  "text",
);

test("restores identical links when an export is imported and exported again", () => {
  fc.assert(
    fc.property(fc.array(snippet, { maxLength: 20 }), (parts) => {
      const once = exported(parts.join(""));
      expect(exported(imported(once, true))).toBe(once);
    }),
    { numRuns: 5_000 },
  );
});
