/** Agents, programs and people edit the same pages concurrently. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { openAs } from "../live/live-pages.ts";
import { world, type World } from "../support/world.ts";
import { callTool } from "./clients.ts";
import { nightly } from "../support/nightly.ts";

/** Two hundred edits take about half a minute alongside other tests; `npm run proofs` makes two thousand. */
const EDITS = env.PROOFS === "" ? 200 : 2_000;
const STEPS = env.PROOFS === "" ? 60 : 200;

/** A deterministic generator, so that failures are reproducible. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const makePage = async (w: World, content: string): Promise<string> =>
  (await w.as("olivia").post("/api/pages", { driveId: w.drive, title: "Together", type: "DOCUMENT", content })).body.id;
const textOf = async (w: World, id: string): Promise<string> =>
  (await w.as("olivia").get(`/api/pages/${id}`)).body.content;

/** Every writer has a place: their lines belong between the previous writer's mark and their own. */
const MARK = /^## place (\d+)$/;
const markOf = (place: number): string => `## place ${place}`;

/** Parses numbered lines such as `   7 | text` into line numbers by text. */
const linesOf = (numbered: string): Map<string, number> =>
  new Map(
    numbered.split("\n").map((line) => {
      const [number = "", ...text] = line.split(" | ");
      return [text.join(" | "), Number(number)];
    }),
  );

type Writer = (token: string) => Promise<void>;

/** An agent that reads occasionally and edits based on what it last read, however stale. */
async function agent(w: World, page: string, place: number, roll: (below: number) => number): Promise<Writer> {
  const { raw } = await w.token("edna");
  /** Fetches the part of the page that contains the agent's place, with its revision. */
  const read = async () => {
    for (let startLine = 1; ;) {
      const part = (await callTool(raw, "fetch", { id: page, startLine })).data;
      if (linesOf(part.text).has(markOf(place))) return part;
      startLine = part.nextLine;
    }
  };
  let seen = await read();
  return async (token) => {
    if (roll(4) === 0) seen = await read();
    const startLine = linesOf(seen.text).get(markOf(place));
    const edits = [{ op: "insert", startLine, content: token }];
    const { isError, text } = await callTool(raw, "edit_page", { page, baseRevision: seen.revision, edits });
    if (isError) throw new Error(text);
  };
}

async function program(w: World, page: string, place: number, roll: (below: number) => number): Promise<Writer> {
  const { client } = await w.token("dora");
  const read = async () => (await client.get(`/api/pages/${page}`)).body;
  let seen = await read();
  return async (token) => {
    if (roll(4) === 0) seen = await read();
    const content = seen.content.replace(`${markOf(place)}\n`, `${token}\n${markOf(place)}\n`);
    const { status } = await client.patch(`/api/pages/${page}`, { baseRevision: seen.revision, content });
    expect(status).toBe(200);
  };
}

async function person(w: World, page: string, place: number): Promise<Writer & { close: () => Promise<void> }> {
  const { page: live } = openAs(w, "adam", page);
  await expect.poll(() => live.text.toString()).toContain(markOf(place));
  const write = async (token: string): Promise<void> => {
    live.text.insert(live.text.toString().indexOf(`${markOf(place)}\n`), `${token}\n`);
    await Promise.resolve();
  };
  return Object.assign(write, { close: () => live.close() });
}

const timeout = 60_000 + EDITS * 300;

test(
  "keeps every word in place when 20 agents, five programs and five users write on one page",
  { timeout },
  async () => {
    const w = await world();
    const places = Array.from({ length: 30 }, (_, place) => place);
    const page = await makePage(w, `${places.map(markOf).join("\n")}\nend`);
    const roll = dice(1);
    const people = await Promise.all(places.slice(25).map((place) => person(w, page, place)));
    const writers = [
      ...(await Promise.all(places.slice(0, 20).map((place) => agent(w, page, place, roll)))),
      ...(await Promise.all(places.slice(20, 25).map((place) => program(w, page, place, roll)))),
      ...people,
    ];
    const tokens = writers.map((_, place) =>
      Array.from({ length: Math.ceil(EDITS / writers.length) }, (__, n) => `word ${place} ${n}`),
    );
    await Promise.all(
      writers.map(async (write, place) => {
        for (const token of tokens[place] ?? []) await write(token);
      }),
    );
    for (const { close } of people) await close();
    const stored = async () =>
      (await textOf(w, page))
        .split("\n")
        .filter((line) => line.startsWith("word "))
        .toSorted();
    await expect.poll(stored).toEqual(tokens.flat().toSorted());
    const lines = (await textOf(w, page)).split("\n");
    expect(lines.at(-1)).toBe("end");
    let place = 0;
    for (const line of lines.slice(0, -1)) {
      if (line === markOf(place)) place += 1;
      else expect(line, `before ${markOf(place)}`).toMatch(new RegExp(`^word ${place} \\d+$`));
    }
    expect(place).toBe(places.length);
    expect(lines.filter((line) => MARK.test(line))).toHaveLength(places.length);
  },
);

nightly("an agent that read 40 pages once edits alongside users without changing their text", { timeout }, async () => {
  const w = await world();
  const { raw } = await w.token("edna");
  const roll = dice(2);
  const start = ["Owner: nobody", "Agent: idle", "Date: open", "Note: none"];
  const pages = await Promise.all(Array.from({ length: 40 }, () => makePage(w, start.join("\n"))));
  const views = await Promise.all(pages.map(async (id) => (await callTool(raw, "fetch", { id })).data));
  /** The expected lines of each page that were written by people. */
  const theirs = pages.map(() => ["Owner: nobody", "Date: open", "Note: none"]);
  for (let step = 0; step < STEPS; step += 1) {
    const at = roll(pages.length);
    const [page = "", view, own = []] = [pages[at], views[at], theirs[at]];
    if (roll(2) === 0) {
      const agentLine = linesOf(view.text).get("Agent: idle");
      const edits = [{ op: "replace", startLine: agentLine, content: `Agent: step ${step}` }];
      expect((await callTool(raw, "edit_page", { page, baseRevision: view.revision, edits })).isError).toBe(false);
    } else {
      const { content, revision } = (await w.as("olivia").get(`/api/pages/${page}`)).body;
      const changed = roll(own.length);
      const line = `Person: step ${step}`;
      const before = own[changed] ?? "";
      const isNew = roll(2) === 0;
      await w.as("olivia").patch(`/api/pages/${page}`, {
        baseRevision: revision,
        content: content.replace(before, isNew ? `${line}\n${before}` : line),
      });
      own.splice(changed, isNew ? 0 : 1, line);
    }
  }
  for (const [at, page] of pages.entries()) {
    const lines = (await textOf(w, page)).split("\n");
    expect(lines.filter((line) => !line.startsWith("Agent: "))).toEqual(theirs[at]);
    expect(lines.filter((line) => line.startsWith("Agent: ")).length).toBeGreaterThan(0);
  }
});
