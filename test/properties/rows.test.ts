/** The rows of a folder: filtering, sorting and paging agree with an evaluation in memory, and rights with the tree. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { foldKey, readFrontMatter } from "../../src/formats/properties/front-matter.ts";
import { readSchema } from "../../src/formats/properties/schema.ts";
import { indexedValues } from "../../src/formats/properties/values.ts";
import { matchesQuery, type QueryRow } from "../../src/formats/query/evaluate.ts";
import { printQuery } from "../../src/formats/query/parse.ts";
import { fieldsOf, OPERATORS_OF, type Query } from "../../src/formats/query/query.ts";
import { seeded } from "../support/seeded.ts";
import { d1 } from "../support/d1.ts";
import { grant, makePage, type Client, type Reply, type World, world } from "../support/world.ts";

const FOLDER = `---
properties:
  Status:
    - To do, gray
    - Doing, amber, limit 3
    - In review, was Review
    - Done, green, done
  Due: date
  Budget: number, EUR
  Tags: choices
  Owner: people
  Approved: checkbox
  Note: text
  Cost: =Budget * 1.2
---
What we plan.
`;
const KNOWN = fieldsOf(readSchema(FOLDER));
const TODAY = "2026-12-01";

type Row = { page: { id: string; title: string }; values: Record<string, { value: unknown; text: string; fits: boolean }>; rights: { canEdit: boolean } }; // oxfmt-ignore

async function rowsOf(by: Client, folder: string, request: object = {}): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | null = null, n = 0; n === 0 || cursor !== null; n += 1) {
    const { status, body }: Reply<{ rows: Row[]; nextCursor: string | null }> = await by.post(`/api/pages/${folder}/rows`, { today: TODAY, ...request, ...(cursor !== null && { cursor }) }); // oxfmt-ignore
    expect(status, JSON.stringify(body)).toBe(200);
    rows.push(...body.rows);
    cursor = body.nextCursor;
    expect(n).toBeLessThan(100);
  }
  return rows;
}

const titles = (rows: readonly Row[]): string[] => rows.map(({ page }) => page.title);

async function folderOf(w: World, pages: Readonly<Record<string, string>>, content = FOLDER) {
  const folder = await makePage(w, { type: "FOLDER", title: "Talks", content });
  const ids: Record<string, string> = {};
  for (const [title, lines] of Object.entries(pages))
    ids[title] = await makePage(w, {
      title,
      parentId: folder,
      content: lines === "" ? "" : `---\n${lines}\n---\nText.`,
    });
  return { folder, ids };
}

test("lists pages with typed values, and marks those that do not fit", async () => {
  const w = await world();
  const { folder } = await folderOf(w, {
    A: `Status: review\ndue: 2026-12-01\nBudget: 10\nOwner: ["@[Edna](user:${w.ids.edna})"]\nOther: x`,
    B: "Status: Blocked\nDue: soon\nApproved: true",
    C: "",
  });
  const [a, b, c] = await rowsOf(w.as("olivia"), folder);
  expect(a?.values).toEqual({
    Status: { value: "In review", text: "In review", fits: true },
    Due: { value: "2026-12-01", text: "2026-12-01", fits: true },
    Budget: { value: 10, text: "10", fits: true },
    Owner: { value: [`user:${w.ids.edna}`], text: "Edna", fits: true },
    Cost: { value: 12, text: "12", fits: true },
    other: { value: "x", text: "x", fits: true },
  });
  expect(b?.values).toMatchObject({ Status: { fits: false, text: "Blocked" }, Due: { fits: false, text: "soon" } });
  expect(c?.values).toEqual({ Cost: { value: 0, text: "0", fits: true } });
});

test("filters, sorts and pages as an evaluation in memory does", async () => {
  const w = await world();
  const next = seeded(3);
  const pick = <T>(list: readonly T[]): T => list[next() % list.length] as T; // oxlint-disable-line typescript/no-unsafe-type-assertion
  const lines = [
    () => `Status: ${pick(["To do", "Doing", "In review", "Review", "Done", "Blocked"])}`,
    () =>
      `Due: ${pick(["2026-11-30", "2026-12-01", "2026-12-01T10:00", "2026-12-02/2026-12-05", "soon", "2027-01-01"])}`,
    () => `Budget: ${pick(["-1.5", "0", "3", "12", "many"])}`,
    () => `Tags: ${pick(["[venue, print]", "[print]", "[venue, venue]", "spring"])}`,
    () => `Owner: "${pick([`@[Edna](user:${w.ids.edna})`, `@[Olivia](user:${w.ids.olivia})`, "Edna"])}"`,
    () => `Approved: ${pick(["true", "false", "maybe"])}`,
    () => `Note: ${pick(["the hall", "The Hall", "x"])}`,
  ];
  const texts = Object.fromEntries(
    Array.from({ length: 40 }, (_, n) => [
      `Page ${String(n).padStart(2, "0")}`,
      lines.flatMap((line) => (next() % 4 === 0 ? [] : [line()])).join("\n"),
    ]),
  );
  const { folder } = await folderOf(w, texts);
  const evaluated = Object.entries(texts).map(([title, source]): { title: string; row: QueryRow } => ({
    title,
    row: Map.groupBy(
      [
        ...indexedValues(readFrontMatter(`---\n${source}\n---\n`)),
        { key: "title", n: 0, value: title.toLowerCase(), shown: title },
      ],
      ({ key }) => key,
    ),
  }));
  const context = { userId: w.ids.olivia, today: TODAY };
  const condition = (): Query => {
    const field = pick(KNOWN.fields.filter(({ name }) => !["Cost", "Created", "Updated"].includes(name)));
    const op = pick([...OPERATORS_OF[field.type], ...(field.name === "Title" ? [] : (["empty", "filled"] as const))]);
    if (op === "empty" || op === "filled") return { p: field.name, op };
    const value = () => {
      if (field.options.length > 0) return pick(field.options);
      if (field.type === "number") return pick([0, 3, 12]);
      if (field.type === "checkbox") return pick([true, false]);
      if (field.type === "date") return pick(["today", "2026-12-02", "today-1d"]);
      return pick(field.type === "people" ? ["me", "Edna"] : ["venue", "print", "the hall", "Page 07", "x", "page"]);
    };
    return op === "in" ? { p: field.name, op, v: [value(), value()] } : { p: field.name, op, v: value() };
  };
  const make = (depth: number): Query => {
    const kind = depth > 1 ? 3 : next() % 6;
    if (kind === 0) return { not: make(depth + 1) };
    if (kind === 1) return { and: [make(depth + 1), make(depth + 1)] };
    return kind === 2 ? { or: [make(depth + 1), make(depth + 1)] } : condition();
  };
  const sorts = [
    [],
    ["Due"],
    ["-Due"],
    ["Status", "-Budget"],
    ["-Status", "Due"],
    ["Budget"],
    ["-Title"],
    ["Note", "Tags", "-Due"],
  ];
  const olivia = w.as("olivia");
  const ranks = new Map(KNOWN.fields[0]?.options.map((label, rank) => [foldKey(label), rank]));
  const keyOf = (row: QueryRow, name: string): string | number | null => {
    const value = row.get(foldKey(name))?.[0]?.value ?? null;
    return name === "Status" && typeof value === "string" ? (ranks.get(value === "review" ? "in review" : value) ?? 4) : value; // oxfmt-ignore
  };
  for (let n = 0; n < 60; n += 1) {
    const query = make(0);
    // In the test's data, the previous label counts as the present one.
    const expected = evaluated
      .filter(({ row }) => matchesQuery(query, present(row), context))
      .map(({ title }) => title);
    const sort = pick(sorts);
    const source = n % 2 === 0 ? printQuery(query) : query;
    const rows = await rowsOf(olivia, folder, { query: source, sort, limit: pick([4, 100]) });
    expect({ source, titles: titles(rows).toSorted() }).toEqual({ source, titles: expected });
    const keys = titles(rows).map((title) => {
      const row = evaluated.find((each) => each.title === title)?.row ?? new Map();
      return sort.map((name) => keyOf(row, name.replace("-", "")));
    });
    expect({ sort, keys }).toEqual({ sort, keys: keys.toSorted(byKeys(sort)) });
  }
});

const present = (row: QueryRow): QueryRow =>
  new Map([...row].map(([key, items]) => [key, key === "status" ? items.map((item) => (item.value === "review" ? { ...item, value: "in review", shown: "In review" } : item)) : items])); // oxfmt-ignore

/** Missing values last; numbers before words. */
const byKeys =
  (sort: readonly string[]) =>
  (a: readonly (string | number | null)[], b: readonly (string | number | null)[]): number => {
    for (const [at, name] of sort.entries()) {
      const [x = null, y = null] = [a[at], b[at]];
      if (x === y) continue;
      if (x === null || y === null) return x === null ? 1 : -1;
      const isLess = typeof x === typeof y ? x < y : typeof x === "number";
      return isLess === name.startsWith("-") ? 1 : -1;
    }
    return 0;
  };

test("counts pages by the values of a property", async () => {
  const w = await world();
  const { folder } = await folderOf(w, {
    A: "Status: Done",
    B: "Status: review",
    C: "Status: In review",
    D: "",
    E: "Tags: [x, y]",
  });
  const counts = async (request: object) =>
    new Map((await w.as("olivia").post(`/api/pages/${folder}/rows`, request)).body.counts.map((each: { value: string; count: number }) => [each.value, each.count])); // oxfmt-ignore
  expect(await counts({ groupBy: "Status" })).toEqual(new Map([["In review", 2], ["Done", 1], [null, 2]])); // oxfmt-ignore
  expect(await counts({ groupBy: "Status", query: "Status != Done" })).toEqual(new Map([["In review", 2], [null, 2]])); // oxfmt-ignore
  expect(await counts({ groupBy: "Tags", query: "Tags is not empty" })).toEqual(new Map([["x", 1], ["y", 1]])); // oxfmt-ignore
});

test("counts say that they are cut if there are more pages than are looked at, also when none of those match", async () => {
  const w = await world();
  const { folder } = await folderOf(w, { A: "Status: Done" });
  const fill = (from: number, to: number) => d1`with recursive n (i) as (select ${from} union all select i + 1 from n where i < ${to})
    insert into pages (id, drive_id, parent_id, title, type, position, created_by, created_at, updated_at)
    select ${folder} || '-' || i, ${w.drive}, ${folder}, 'x', 'DOCUMENT', -i, ${w.ids.olivia}, 1, 1 from n`.run(); // oxfmt-ignore
  const ask = async () => {
    const { counts, isCountCut } = (await w.as("olivia").post(`/api/pages/${folder}/rows`, { groupBy: "Status", query: "Status is not empty" })).body; // oxfmt-ignore
    return { counts, isCountCut };
  };
  await fill(1, 19_999);
  expect(await ask()).toEqual({ counts: [{ value: "Done", count: 1 }], isCountCut: false });
  await fill(20_000, 20_001);
  expect(await ask()).toEqual({ counts: [], isCountCut: true });
});

test("the nearest folder with declarations decides, if the caller can see it", async () => {
  const w = await world();
  const { folder } = await folderOf(w, {});
  const inner = await makePage(w, { type: "FOLDER", parentId: folder });
  await makePage(w, { title: "A", parentId: inner, content: "---\nStatus: Done\n---\n" });
  const vera = w.as("vera");
  const ask = (query: string) => vera.post(`/api/pages/${inner}/rows`, { query });
  const refused = await ask("Stauts = Done");
  expect(refused).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining("Did you mean “Status”?") },
  });
  expect((await ask("Status = Secret")).body.error).toContain("it has To do, Doing");
  await grant(folder, w.ids.vera, 0);
  await grant(inner, w.ids.vera, 1);
  const open = await ask("Stauts = Done");
  expect(open).toMatchObject({ status: 200, body: { properties: [], rows: [] } });
  expect((await ask("Status = Done")).body.rows).toHaveLength(1);
});

test("a withheld page appears in no row, count or error, and rights are those of the reader", async () => {
  const w = await world();
  const { folder, ids } = await folderOf(w, {
    A: "Status: Done\nNote: canary-shown",
    B: "Status: Doing\nNote: canary-hidden",
  });
  await grant(ids["B"] ?? "", w.ids.vera, 0);
  const vera = w.as("vera");
  const requests = [{}, { query: "Status = Doing" }, { query: "Note contains hidden" }, { sort: ["Status"] }, { sort: ["-Note"] }, { sort: ["Title"] }, { groupBy: "Status" }, { groupBy: "Note" }, { query: "Note = nothing", groupBy: "Note" }, { query: "not (Status = Done)" }]; // oxfmt-ignore
  for (const request of requests) {
    const { status, body } = await vera.post(`/api/pages/${folder}/rows`, request);
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toContain("canary-hidden");
    expect(JSON.stringify(body)).not.toContain(ids["B"]);
    expect(body.counts?.map(({ value }: { value: string }) => value) ?? []).not.toContain("Doing");
    expect(body.rows.length + (body.counts?.length ?? 0)).toBeLessThanOrEqual(2);
  }
  expect((await rowsOf(vera, folder))[0]?.rights).toMatchObject({ canView: true, canEdit: false });
  const [, other] = await rowsOf(w.as("olivia"), folder);
  expect(other?.rights.canEdit).toBe(true);
  const readOnly = await w.token("olivia", { readOnly: true });
  expect((await rowsOf(readOnly.client, folder))[0]?.rights.canEdit).toBe(false);
  const elsewhere = await w.token("olivia", { drives: [w.otherDrive] });
  expect((await elsewhere.client.post(`/api/pages/${folder}/rows`, {})).status).toBe(404);
  expect((await w.as("oscar").post(`/api/pages/${folder}/rows`, {})).status).toBe(404);
});

test("refuses what cannot be read, in a sentence", async () => {
  const w = await world();
  const { folder } = await folderOf(w, {});
  const refusal = async (request: object): Promise<string> => {
    const { status, body } = await w.as("olivia").post(`/api/pages/${folder}/rows`, request);
    expect(status).toBe(400);
    return body.error;
  };
  expect(await refusal({ query: "Budget > soon" })).toContain("Character 10");
  expect(await refusal({ query: { p: "Budget", op: "nope" } })).toContain("Condition 1");
  expect(await refusal({ query: "Cost > 3" })).toContain("“Cost” is computed");
  expect(await refusal({ sort: ["Cost"] })).toContain("“Cost” is computed");
  expect(await refusal({ sort: ["Dua"] })).toContain("Did you mean “Due”?");
  expect(await refusal({ groupBy: "Nothing" })).toContain("there is no property");
  expect(await refusal({ cursor: "x" })).toContain("cursor");
  await refusal({ sort: ["Due", "Budget", "Status", "Note"] });
  await refusal({ query: "x".repeat(3000) });
});

test("roll-ups read related pages in both directions, and only those that the reader may see", async () => {
  const w = await world();
  const projects = await makePage(w, {
    type: "FOLDER",
    content:
      "---\nproperties:\n  Hours: sum of Estimate over Project\n  Talks: count over Project\n  Last: max of Due over Project\n  Double: =Hours * 2\n---\n",
  });
  const talks = await makePage(w, {
    type: "FOLDER",
    content: "---\nproperties:\n  Project: page\n  Estimate: number\n  Budget: average of Budget over Project\n---\n",
  });
  const [a, b] = [
    await makePage(w, { title: "A", parentId: projects, content: "---\nBudget: 10\n---\n" }),
    await makePage(w, { title: "B", parentId: projects, content: "---\nBudget: 5\n---\n" }),
  ];
  const talk = (title: string, lines: string) =>
    makePage(w, { title, parentId: talks, content: `---\n${lines}\n---\n` });
  await talk("One", `Project: "[A](page:${a})"\nEstimate: 0.1\nDue: 2026-12-01`);
  await talk("Two", `Project: ["[A](page:${a})", "[B](page:${b})"]\nEstimate: 0.2\nDue: 2026-12-03`);
  const hidden = await talk("Three", `Project: "[A](page:${a})"\nEstimate: 1000\nDue: 2027-01-01`);
  const gone = await talk("Four", `Project: "[B](page:${b})"\nEstimate: 7`);
  await grant(hidden, w.ids.vera, 0);
  await grant(b, w.ids.vera, 0);
  await w.as("olivia").delete(`/api/pages/${gone}`);
  const values = async (by: Client, folder: string) =>
    (await rowsOf(by, folder)).map(({ page, values: own }) => [page.title, ...Object.entries(own).filter(([name]) => name !== "budget" && name !== "Project").map(([name, { value }]) => `${name} ${String(value)}`)]); // oxfmt-ignore
  expect(await values(w.as("olivia"), projects)).toEqual([
    ["A", "Hours 1000.3", "Talks 3", "Last 2027-01-01", "Double 2000.6"],
    ["B", "Hours 0.2", "Talks 1", "Last 2026-12-03", "Double 0.4"],
  ]);
  expect(await values(w.as("vera"), projects)).toEqual([
    ["A", "Hours 0.3", "Talks 2", "Last 2026-12-03", "Double 0.6"],
  ]);
  const budgets = async (by: Client) =>
    (await rowsOf(by, talks)).map(({ page, values: own }) => [page.title, own["Budget"]?.value]);
  expect(await budgets(w.as("olivia"))).toEqual([["One", 10], ["Two", 7.5], ["Three", 10]]); // oxfmt-ignore
  expect(await budgets(w.as("vera"))).toEqual([["One", 10], ["Two", 10]]); // oxfmt-ignore
});

test("relations that the reader may not see, or of other drives, change no roll-up", async () => {
  const w = await world();
  const projects = await makePage(w, {
    type: "FOLDER",
    content: "---\nproperties:\n  Talks: count over Project\n---\n",
  });
  const a = await makePage(w, { title: "A", parentId: projects });
  const relate = async (title: string, driveId: string, by: "olivia" | "oscar" = "olivia") =>
    makePage(w.as(by), { title, driveId, content: `---\nProject: "[A](page:${a})"\n---\n` });
  await relate("Seen", w.drive);
  const counted = async (by: "olivia" | "vera") => (await rowsOf(w.as(by), projects))[0]?.values["Talks"]?.text;
  const folder = await makePage(w, { type: "FOLDER" });
  const fill = (driveId: string, parent: string | null, from: number, to: number) =>
    env.DB.batch([
      d1`with recursive n (i) as (select ${from} union all select i + 1 from n where i < ${to})
        insert into pages (id, drive_id, parent_id, title, type, position, created_by, created_at, updated_at)
        select ${a} || '-' || i, ${driveId}, ${parent}, 'x', 'DOCUMENT', i, ${w.ids.olivia}, 1, 1 from n`,
      d1`with recursive n (i) as (select ${from} union all select i + 1 from n where i < ${to})
        insert into page_values (page_id, key, n, parent_id, value, shown)
        select ${a} || '-' || i, 'project', 0, ${parent ?? ""}, 'page:' || ${a}, 'A' from n`,
    ]);
  await relate("Foreign", w.otherDrive, "oscar");
  expect(await counted("olivia")).toBe("1");
  await fill(w.otherDrive, null, 1, 2100);
  await fill(w.drive, folder, 2101, 4200);
  await grant(folder, w.ids.vera, 0);
  expect(await counted("vera")).toBe("1");
  expect(await counted("olivia")).toBe("…");
});

test("the largest filters, orders and cursors fit into a statement, and larger filters are refused in a sentence", async () => {
  const w = await world();
  const choice = (name: string): string =>
    [`  ${name}:`, ...Array.from({ length: 100 }, (_, n) => `    - ${name} ${n}, was Old ${name} ${n}`)].join("\n");
  const names = ["One", "Two", "Three"];
  const { folder } = await folderOf(
    w,
    {
      A: "One: Old One 7\nTwo: Two 3\nThree: Three 1",
      B: "One: One 7\nTwo: Two 2\nThree: Three 99",
      C: "One: One 8\nTwo: other\nNote: word 5",
    },
    `---\nproperties:\n${names.map(choice).join("\n")}\n  Note: text\n---\n`,
  );
  const by = w.as("olivia");
  const sort = ["Note", "One", "-Two"];
  expect(titles(await rowsOf(by, folder, { sort: names, limit: 1 }))).toEqual(["B", "A", "C"]);
  expect(titles(await rowsOf(by, folder, { sort: ["Note", "-One", "Three"], limit: 1 }))).toEqual(["C", "A", "B"]);
  const words = Array.from({ length: 60 }, (_, n) => ({ p: "Note", op: "contains", v: `word ${n}` }));
  const labels = { p: "One", op: "in", v: Array.from({ length: 59 }, (_, n) => `One ${n}`) };
  const listed = { p: "Title", op: "in", v: Array.from({ length: 59 }, (_, n) => (n === 0 ? "b" : `${n}`)) };
  expect(titles(await rowsOf(by, folder, { query: { or: words }, sort, groupBy: "One" }))).toEqual(["C"]);
  expect(titles(await rowsOf(by, folder, { query: labels, sort, limit: 1 }))).toEqual(["C", "A", "B"]);
  expect(titles(await rowsOf(by, folder, { query: listed, sort: ["Title"] }))).toEqual(["B"]);
  for (const query of [{ or: [...words, labels] }, { and: [labels, listed] }])
    expect(await by.post(`/api/pages/${folder}/rows`, { query })).toMatchObject({ status: 400 });
  const refused = await by.post(`/api/pages/${folder}/rows`, { query: { or: [...words, words[0]] } });
  expect(refused.body.error).toContain("at most 60 conditions and values");
});
