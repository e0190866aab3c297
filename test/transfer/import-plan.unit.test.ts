import { expect, test } from "vitest";
import { zip } from "./archives.ts";
import { AppError } from "../../src/kernel/errors.ts";
import type { ImportPlan } from "../../src/features/transfer/import-plan.ts";
import { planOf as plan } from "./plan.ts";

/** Each page as `type title`, prefixed by the path of its parents. */
const outline = ({ pages }: ImportPlan): string[] => {
  const paths = new Map<string | null, string>([[null, ""]]);
  return pages
    .map(({ id, parentId, title, type }) => {
      const path = `${paths.get(parentId)}/${title}`;
      paths.set(id, path);
      return `${type} ${path}`;
    })
    .toSorted();
};

const textOf = ({ pages }: ImportPlan, title: string): string | undefined =>
  pages.find((page) => page.title === title)?.content;
const idOf = ({ pages }: ImportPlan, title: string): string | undefined =>
  pages.find((page) => page.title === title)?.id;

test("imports an Obsidian vault with wiki links, embeds, aliases, headings and front matter", () => {
  const made = plan({
    "vault/.obsidian/app.json": "{}",
    "vault/Daily/2026-01-02.md":
      "---\ntags: [a]\n---\nMet [[Ann]]. See [[Projects/Plan|the plan]] and [[plan#Next steps]].",
    "vault/People/Ann.md":
      '---\ntitle: "Ann Example"\n---\n![[2026-01-02]] ![[photo.png]] [[#Here]] [[Nobody]] `[[Plan]]`',
    "vault/Projects/Plan.md":
      '[day](../Daily/2026-01-02.md) [gone](Gone.md) [next](<../People/Ann.md> "x") [part](../People/Ann.md#Top)',
    "vault/photo.png": "x",
    "vault/Daily/with photo.md":
      '![a b](../photo.png) [c](../Photo.png) [![d](../photo.png "../photo.png")](https://x.example) ![e](gone.png)',
  });
  expect(outline(made)).toEqual([
    "DOCUMENT /vault/Daily/2026-01-02",
    "DOCUMENT /vault/Daily/with photo",
    "DOCUMENT /vault/People/Ann Example",
    "DOCUMENT /vault/Projects/Plan",
    "FILE /vault/photo.png",
    "FOLDER /vault",
    "FOLDER /vault/Daily",
    "FOLDER /vault/People",
    "FOLDER /vault/Projects",
  ]);
  const [ann, day, planned] = [idOf(made, "Ann Example"), idOf(made, "2026-01-02"), idOf(made, "Plan")];
  const photo = idOf(made, "photo.png");
  const view = `/api/files/${made.files[0]?.id}/view`;
  expect(textOf(made, "2026-01-02")).toBe(
    `---\ntags: [a]\n---\nMet @[Ann](page:${ann}). See @[the plan](page:${planned}) and @[plan \\> Next steps](page:${planned}).`,
  );
  expect(textOf(made, "Ann Example")).toBe(
    `---\ntitle: "Ann Example"\n---\n@[2026-01-02](page:${day}) ![photo.png](${view}) [[#Here]] [[Nobody]] \`[[Plan]]\``,
  );
  expect(textOf(made, "Plan")).toBe(
    `@[day](page:${day}) [gone](Gone.md) @[next](page:${ann}) [part](/pages/${ann}#Top)`,
  );
  expect(textOf(made, "with photo")).toBe(
    `![a b](${view}) @[c](page:${photo}) [![d](${view} "../photo.png")](https://x.example) ![e](gone.png)`,
  );
  expect(made.files).toMatchObject([{ pageId: photo, role: "content", filename: "photo.png" }]);
  expect(made.links).toBe(11);
  expect(made.skipped.map(({ path }) => path)).toEqual(["vault/.obsidian/app.json"]);
});

const [A, B, C] = ["a".repeat(32), "b".repeat(32), "c".repeat(32)];

test("imports a Notion export with nested archives, ids in names and tables with rows", () => {
  const part1 = zip({
    [`Private/Home ${A}.md`]: `# Home of everything\n\n[Tasks](Home%20${A}/Tasks%20${B}.csv) [First](Home%20${A}/Tasks%20${B}/First%20${C}.md)`,
    [`Private/Home ${A}/Tasks ${B}.csv`]: "\ufeffName,Done\nFirst,No\n",
    [`Private/Home ${A}/Tasks ${B}_all.csv`]: '\ufeffName,Done,Note\nFirst,No,"two\nlines, ""quoted"""\n',
  });
  const part2 = zip({ [`Private/Home ${A}/Tasks ${B}/First ${C}.md`]: `# First\n\n[up](../../Home%20${A}.md)` });
  const made = plan({ "Export-1-Part-1.zip": part1, "Export-1-Part-2.zip": part2 });
  expect(outline(made)).toEqual([
    "DOCUMENT /Private/Home of everything",
    "DOCUMENT /Private/Home of everything/Tasks/First",
    "FOLDER /Private",
    "FOLDER /Private/Home of everything/Tasks",
  ]);
  expect(textOf(made, "Tasks")).toBe(
    "---\nproperties:\n  Done: checkbox\n  Note: text\n---\n\n```view\nname: Table\nas: table\ncolumns: Title, Done, Note\n```\n",
  );
  expect(textOf(made, "Home of everything")).toContain(
    `@[Tasks](page:${idOf(made, "Tasks")}) @[First](page:${idOf(made, "First")})`,
  );
  expect(textOf(made, "First")).toBe(
    `---\nDone: false\nNote: "two\\nlines, \\"quoted\\""\n---\n# First\n\n@[up](page:${idOf(made, "Home of everything")})`,
  );
  expect([...made.skipped, ...made.changed].map(({ reason }) => reason)).toEqual([
    "The same table with all its rows and columns is imported.",
    expect.stringContaining("The table became a folder with properties."),
  ]);
});

test("maps each file type to its page type, ordered by name", () => {
  const made = plan({
    "b 10.md": "- [ ] a task\n- [x] done",
    "b 9.txt": "prose",
    "a.html": "<p>Hi</p>",
    "main.py": "print(1)",
    Dockerfile: "FROM x",
    "t.CSV": "1,2",
    "docs/": "",
    "docs.md": "about docs",
    "docs/in.md": "in",
  });
  expect(made.pages.map(({ type, title, place, depth }) => [type, title, place, depth])).toEqual([
    ["CANVAS", "a", 1, 1],
    ["DOCUMENT", "b 9", 2, 1],
    ["DOCUMENT", "b 10", 3, 1],
    ["CODE", "Dockerfile", 4, 1],
    ["DOCUMENT", "docs", 5, 1],
    ["CODE", "main.py", 6, 1],
    ["SHEET", "t", 7, 1],
    ["DOCUMENT", "in", 1, 2],
  ]);
});

test("keeps the rows of a table with an unclosed quote", () => {
  const made = plan({ "a.csv": 'x,"open\n1,2\n3,4' });
  expect([textOf(made, "a"), made.changed]).toEqual(['x,"open\n1,2\n3,4', []]);
});

const manifest = (...pages: object[]): string => JSON.stringify({ format: "octavo", version: 1, pages });

test("uses the manifest for listed files and the defaults for others", () => {
  const made = plan({
    "A.md": "see [b](A/B.csv) and [b](./A/B.csv)",
    "A/B.csv": 'x,"never closed',
    "A/new.md": "[a](../A.md)",
    "General.messages.md": "said",
    "General.md": "",
    "f.txt": "text of a file",
    "octavo.json": manifest(
      { path: "General.md", type: "CHANNEL", title: "General: all", parent: null, messages: "General.messages.md" },
      { path: "A.md", type: "TASK_LIST", title: "A?", parent: null },
      { path: "gone.md", type: "DOCUMENT", title: "gone", parent: 1 },
      { path: "A/B.csv", type: "SHEET", title: "B", parent: 2 },
      { path: "f.txt", type: "FILE", title: "report.pdf", parent: null },
    ),
  });
  expect(outline(made)).toEqual([
    "CHANNEL /General: all",
    "DOCUMENT /A?/new",
    "DOCUMENT /report.pdf",
    "SHEET /A?/B",
    "TASK_LIST /A?",
  ]);
  expect(textOf(made, "A?")).toBe(`see @[b](page:${idOf(made, "B")}) and [b](./A/B.csv)`);
  expect(textOf(made, "new")).toBe(`@[a](page:${idOf(made, "A?")})`);
  expect(made.skipped.map(({ path }) => path)).toEqual(["General.messages.md", "gone.md"]);
  expect(made.changed.map(({ path }) => path)).toEqual(["f.txt"]);
});

test("skips files that are nested too deeply", () => {
  const made = plan({ "a/b/c.md": "deep", "d.md": "flat" }, 2);
  expect([outline(made), made.skipped.map(({ path }) => path)]).toEqual([
    ["DOCUMENT /d", "FOLDER /a", "FOLDER /a/b"],
    ["a/b/c.md"],
  ]);
});

test("counts folders as pages", () => {
  const files = Object.fromEntries(Array.from({ length: 1_500 }, (_, i) => [`${i}/a.md`, "x"]));
  expect(() => plan(files)).toThrow(AppError);
});

test("shortens and cleans names to titles, and uses the id if nothing else remains", () => {
  const made = plan({ [`${"語".repeat(300)}.md`]: "x", [`${A}.md`]: "y", "a\u0007b.md": "z" });
  expect(made.pages.map(({ title }) => title).toSorted()).toEqual(["a b", A, "語".repeat(255)]);
});

test("resolves every form of link to pages and files, and reports unresolved ones", () => {
  const made = plan({
    "docs/Index.md":
      '[a][p] <a href="sub/Page%20One.md">b</a> [c](sub\\Page%20One.md) [d](SUB/page%20one.md) [e](/docs/sub/Page%20One.md) [f](sub/Page%20One) [g](sub/Page%20One.md?raw=1#Part) ![h][i] <img src="sub/pic.png" width="20"> ![[pic.png|30]] [j](Gone.md) [k][l]\n\n[p]: <sub/Page One.md>\n[i]: sub/pic.png\n[l]: lost.pdf',
    "docs/sub/Page One.md": "x",
    "docs/sub/pic.png": "x",
  });
  const page = idOf(made, "Page One");
  const view = `/api/files/${made.files[0]?.id}/view`;
  expect(textOf(made, "Index")).toBe(
    [
      ...["a", "b", "c", "d", "e", "f"].map((label) => `@[${label}](page:${page})`),
      `[g](/pages/${page}#Part) ![h](${view}) ![|20](${view}) ![pic.png|30](${view}) [j](Gone.md) [k][l]\n\n[p]: </pages/${page}>\n[i]: /pages/${idOf(made, "pic.png")}\n[l]: lost.pdf`,
    ].join(" "),
  );
  expect(made.changed).toEqual([
    { path: "docs/Index.md", reason: "Links without a matching file in the archive: 2, such as Gone.md" },
  ]);
});

test("keeps front matter, uses its title, and reports it if it is unreadable", () => {
  const yaml = "---\r\ntitle: >-\r\n  Over two\r\n  lines\r\nrelated: '[[Other]]'\r\n---\r\nSee [[Other]].";
  const made = plan({ "a.md": yaml, "Other.md": "+++\ntitle = 'TOML'\n+++\nx", "bad.md": "---\na: b: c\n---\nx" });
  const toml = idOf(made, "TOML");
  expect(textOf(made, "Over two lines")?.replaceAll("\r", "")).toBe(
    `---\ntitle: >-\n  Over two\n  lines\nrelated: "[Other](page:${toml})"\n---\nSee @[Other](page:${toml}).`,
  );
  expect(textOf(made, "bad")).toBe("---\na: b: c\n---\nx");
  expect(made.changed).toEqual([{ path: "bad.md", reason: "Its front matter could not be read: it is kept as text." }]);
});
