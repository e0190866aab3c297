/** Databases of other tools: the values of a corpus of exports, and limits. */
import { expect, test } from "vitest";
import { planOf } from "./plan.ts";
import { countCells } from "./corpus/counted.ts";
import { withIds, type Sample } from "./corpus/shape.ts";
import { PRIVATE } from "./corpus/notion-private.ts";
import { WORK } from "./corpus/notion-work.ts";
import { VAULTS } from "./corpus/vaults.ts";

const NOTION: readonly Sample[] = [...WORK, ...PRIVATE];

const CORPUS: readonly Sample[] = [...NOTION, ...VAULTS];

test.each(CORPUS)("names every cell that is not imported as its type: $name", (sample) => {
  const { wrong } = countCells(planOf(withIds(sample)), sample.tables);
  expect(wrong.filter(({ isNamed }) => !isNamed)).toEqual([]);
});

test.each([
  ["12 Notion databases", NOTION, 12, 400],
  ["6 Obsidian vaults", VAULTS, 6, 80],
])("imports at least 95 % of the cells of %s as values of their types", (_, samples, tables, least) => {
  const counts = samples.map((sample) => countCells(planOf(withIds(sample)), sample.tables));
  const cells = counts.reduce((sum, each) => sum + each.cells, 0);
  const wrong = counts.flatMap((each) => each.wrong).filter(({ isKept }) => !isKept);
  expect(samples.flatMap((sample) => sample.tables).length).toBeGreaterThanOrEqual(tables);
  expect(cells).toBeGreaterThan(least);
  expect(wrong.length / cells).toBeLessThan(0.05);
});

test.each(VAULTS)("turns bases into views, and reports what they lack: $name", (sample) => {
  const made = planOf(withIds(sample));
  const titleOf = (id: string): string => made.pages.find((page) => page.id === id)?.title ?? "";
  for (const [title, expected] of Object.entries(sample.views ?? {})) {
    const page = made.pages.find(({ path }) => path.endsWith(`${title}.base`));
    const fences = [...(page?.content ?? "").matchAll(/^```view\n(.*?)\n```$/gms)].map(([, lines = ""]) =>
      lines.split("\n").map((line) => line.replace(/\(page:(.+)\)$/, (__, id: string) => `(→${titleOf(id)})`)),
    );
    expect([page?.type, fences]).toEqual(["FOLDER", expected]);
  }
  for (const [path, expected] of Object.entries(sample.reported ?? {})) {
    const reasons = made.changed.filter((note) => note.path === path).map(({ reason }) => reason);
    for (const words of expected) expect(reasons).toContainEqual(expect.stringContaining(words));
  }
});

const table = (csv: string, more: Record<string, string> = {}): ReturnType<typeof planOf> =>
  planOf({ [`Big ${"a".repeat(32)}.csv`]: [csv, { level: 0 }], ...more });
const reasonsOf = ({ changed, skipped }: ReturnType<typeof planOf>): string[] =>
  [...changed, ...skipped].map(({ reason }) => reason);
const list = <T>(length: number, of: (n: number) => T): T[] => Array.from({ length }, (_, n) => of(n));

test("keeps a table of one cell of 10 MB as a file, and one with 100,000 columns or too many rows as a sheet", () => {
  const huge = table(`Name\n${"x ".repeat(5_000_000)}`);
  expect(huge.pages.map(({ type }) => type)).toEqual(["FILE"]);
  expect(reasonsOf(huge)).toContainEqual(expect.stringContaining("kept as a file"));
  const wide = table(`${list(100_000, String).join(",")}\n1,2`);
  expect(wide.pages.map(({ type }) => type)).toEqual(["SHEET"]);
  expect(reasonsOf(wide)).toEqual([expect.stringContaining("more than 1000 columns")]);
  const long = table(`Name,Kind\n${list(2_000, (n) => `Row ${n},a`).join("\n")}`);
  expect(long.pages.map(({ type }) => type)).toEqual(["SHEET"]);
  expect(reasonsOf(long)).toEqual([expect.stringContaining("would exceed 2000 pages")]);
});

test("reads a view's header of 50,000 equal names, and long values that begin like links", () => {
  const [id, names] = ["a".repeat(32), "A,".repeat(49_999)];
  const made = planOf({
    [`Big ${id}.csv`]: [`Name,${names}\nOne,x`, { level: 0 }],
    [`Big ${id}_all.csv`]: "Name,Kind\nOne,x",
  });
  expect(made.pages.map(({ title }) => title)).toEqual(["Big", "One"]);
  const note = `---\nkind: "[[${"x".repeat(60_000)}"\n---\n`;
  const notes = Object.fromEntries(list(10, (n) => [`Vault/Note ${n}.md`, note] as const));
  const vault = planOf({ ...notes, "Vault/.obsidian/types.json": `{"types":{}}` });
  expect(vault.pages.filter(({ content }) => content === note).length).toBe(10);
});

test("keeps columns beyond the limit of properties and long cells in the text, and says so", () => {
  const wide = table(`Name,${list(300, (n) => `P${n}`).join(",")}\nOne,${list(300, (n) => `v${n}`).join(",")}`);
  const [folder, row] = wide.pages;
  expect(row?.content.split("\n---\n")[1]?.match(/^P\d+: v/gm)?.length).toBe(101);
  expect([folder?.type, row?.content.split("\n---\n")[0]?.match(/^P\d+: v/gm)?.length]).toEqual(["FOLDER", 199]);
  expect(reasonsOf(wide)).toContainEqual(expect.stringContaining("Columns kept in texts: 101."));
  const long = table(`Name,Notes,Kind\nOne,${"word ".repeat(2_000)},a\nTwo,short,a`);
  const [, one] = long.pages;
  expect(one?.content).toBe(`---\nKind: a\n---\nNotes: ${"word ".repeat(2_000).trim()}\n`);
  expect(long.changed).toContainEqual({
    path: `Big ${"a".repeat(32)}/One.md`,
    reason: "Notes: it is too long for a property, kept in the text",
  });
});

test("keeps the line of a long cell on the page that has it", () => {
  const long = "word ".repeat(1_000).trim();
  const page = `# One\n\nKind: a\nNotes: ${long}\n\nText\n`;
  const made = table(`Name,Notes,Kind\nOne,${long},a`, { [`Big ${"a".repeat(32)}/One ${"b".repeat(32)}.md`]: page });
  expect(made.pages[1]?.content).toBe(`---\nKind: a\n---\n# One\n\nNotes: ${long}\n\nText\n`);
});

test("names the first 200 values that are not of their type, and counts the others", () => {
  const made = table(`Name,Due\n${list(250, (n) => `Row ${n},01/02/2026`).join("\n")}`);
  const reasons = reasonsOf(made).filter((reason) => reason.startsWith("Due: "));
  expect(reasons.length).toBe(200);
  expect(reasonsOf(made)).toContain("More values that were not imported as their type: Due 50");
});

test("keeps what rows and pages have in common, whatever the names of columns", () => {
  const made = table('Name,properties,Title,name,,,name,Due: when\n"A ""quoted"", title",x,q,z,w,u,v,"May 3, 2026"\n');
  expect(made.pages.map(({ title }) => title)).toEqual(["Big", 'A "quoted", title']);
  expect(made.pages[1]?.content).toBe(
    '---\nproperties (column): x\nTitle: q\nname 2: z\nColumn 5: w\nColumn 6: u\nname 3: v\n"Due: when": 2026-05-03\n---\n',
  );
});

test("keeps fields behind the last name, and cells of names that others would be numbered as", () => {
  const made = table("Name,A,A,A 2,,Column 5\nOne,a,b,c,d,e,f,,g,\nTwo,h\n");
  expect(made.pages.slice(1).map(({ content }) => content)).toEqual([
    "---\nA: a\nA 3: b\nA 2: c\nColumn 5 2: d\nColumn 5: e\nColumn 7: f\nColumn 9: g\n---\n",
    "---\nA: h\n---\n",
  ]);
});

test("keeps property lines of a page that differ from its row", () => {
  const path = `Big ${"a".repeat(32)}/One ${"b".repeat(32)}.md`;
  const made = table("Name,Status,Kind\nOne,Done,a\n", { [path]: "# One\n\nStatus: Open\nKind: a\n\nKind: a\n" });
  expect(made.pages[1]?.content).toBe("---\nStatus: Done\nKind: a\n---\n# One\n\nStatus: Open\n\nKind: a\n");
});

test("leaves as text only what is ambiguous or not in the archive", () => {
  const wrong = [...NOTION, ...VAULTS].flatMap((sample) => countCells(planOf(withIds(sample)), sample.tables).wrong);
  expect(wrong.filter(({ isKept }) => !isKept).map(({ where }) => where)).toEqual([
    "Contacts / Nadia Petrova / Company (page)",
    "Contacts / Omar Haddad / Company (page)",
    "Contacts / José Álvarez / Company (page)",
    "Expenses / Banner / Receipt (file)",
    "Inventory / Chair / Checked (date)",
    "Inventory / Table / Checked (date)",
    "Inventory / Projector / Checked (date)",
    "Inventory / Overhead projector / Checked (date)",
    "Wiki / Objekte & Klassen / Kategorie (page)",
    "Recipes / Lentil soup / Based on (page)",
    "Recipes / Pasta e ceci / Photo (file)",
    "Projects / Old / owner (page)",
    "In / Three / see also (page)",
  ]);
});

test("names time zones that were left out, people without accounts, and what an export lacks", () => {
  const [projects] = WORK;
  const { changed } = planOf(withIds(projects ?? { name: "", files: {}, tables: [] }));
  const reasons = changed.map(
    ({ path, reason }) =>
      `${path
        .split("/")
        .at(-1)
        ?.replace(/ \w{32}/, "")} | ${reason}`,
  );
  expect(reasons).toEqual(
    expect.arrayContaining([
      "Book the hall.md | Due: its time zone (GMT+1) was left out",
      "Projects_all.csv | Owner: people are imported by their names, not as accounts. Cells: 3.",
      expect.stringMatching(/^Projects_all\.csv \| The table became a folder .* formulas and roll-ups/),
    ]),
  );
});

test("gives each of several pages with one title the values of its own row, and removes only equal lines", () => {
  const meetings = WORK.find(({ name }) => name === "meetings");
  const { pages } = planOf(withIds(meetings ?? { name: "", files: {}, tables: [] }));
  const weekly = pages.filter(({ title }) => title === "Weekly").map(({ content }) => content);
  expect(weekly.map((content) => [/^Created: (.*)$/m.exec(content)?.[1], content.split("\n---\n")[1]])).toEqual(
    expect.arrayContaining([
      ["2026-06-08T08:57", "# Weekly\n\nThe second one.\n"],
      ["2026-06-01T08:58", "# Weekly\n\nThe first one.\n"],
      ["2026-06-15T08:59", ""],
    ]),
  );
});

test("puts the columns of a view before the others", () => {
  const [projects] = WORK;
  const { pages } = planOf(withIds(projects ?? { name: "", files: {}, tables: [] }));
  expect(pages.find(({ title }) => title === "Tasks")?.content).toContain(
    "columns: Title, Due, Status, Assignee, Project, Tags, Done, Estimate\n",
  );
});
