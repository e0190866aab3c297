/** Eight sockets, four tools with stale reads and two people who send whole bodies edit a page while its room is evicted. */
import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { splitLines } from "../../src/realtime/text.ts";
import { makePage, type Client, type Person, world, type World } from "../support/world.ts";
import { type OpenPage, openAs, openAsTool } from "./live-pages.ts";
import { seeded } from "../support/seeded.ts";
import { d1 } from "../support/d1.ts";

/** Set by `npm run live -- fuzz`; each operation takes 2 to 5 ms of CPU time. */
const ASKED = Number(env.PROOFS || 0);
const OPERATIONS = ASKED || 20_000;
/** Operations per page: with more words, line edits get slower without revealing more. */
const PER_PAGE = 2_000;
/** Pages edited in parallel: writing a room to D1 before its eviction takes a few seconds. */
const AT_ONCE = 4;

const TYPISTS: readonly Person[] = ["olivia", "adam", "edna", "dora", "olivia", "edna"];

type Reader = { readonly client: Client; revision: number; text: string };

class Game {
  readonly pageId: string;
  readonly sockets: readonly OpenPage[];
  readonly tools: readonly Reader[];
  readonly people: readonly Reader[];
  readonly words: string[] = [];
  operations = 0;
  readonly #random: () => number;

  constructor(
    pageId: string,
    sockets: readonly OpenPage[],
    tools: readonly Client[],
    people: readonly Client[],
    seed: number,
  ) {
    this.pageId = pageId;
    this.sockets = sockets;
    this.tools = tools.map((client) => ({ client, revision: 0, text: "" }));
    this.people = people.map((client) => ({ client, revision: 0, text: "" }));
    this.#random = seeded(seed);
  }

  #below(bound: number): number {
    return this.#random() % bound;
  }

  #pick<T>(from: readonly T[]): T {
    const one = from[this.#below(from.length)];
    if (one === undefined) throw new Error("The list is empty.");
    return one;
  }

  #word(): string {
    const word = `w${this.words.length}z`;
    this.words.push(word);
    return word;
  }

  async step(): Promise<void> {
    this.operations += 1;
    const choice = this.#below(1_000);
    const open = this.#pick(this.sockets);
    if (choice < 900) return this.#type(open);
    if (choice < 915) return open.hold();
    if (choice < 935) return open.release();
    if (choice < 940) return open.drop();
    if (choice < 955) return this.#read(this.#pick([...this.tools, ...this.people]));
    if (choice < 980) return this.#editLines(this.#pick(this.tools));
    if (choice < 999) return this.#sendBody(this.#pick(this.people));
    return this.#evict();
  }

  /** Types at the start of a word, so that no word is split, or at the end of the text; sometimes followed by a line end. */
  async #type({ page }: OpenPage): Promise<void> {
    const { text } = page;
    const from = this.#below(Math.max(1, text.length));
    const found = this.#below(25) === 0 ? -1 : text.toJSON().indexOf(" ", from);
    text.insert(found === -1 ? text.length : found + 1, `${this.#word()}${this.#below(12) === 0 ? "\n" : " "}`);
    // Lets messages from others arrive in between.
    if (this.#below(10) === 0) await scheduler.wait(0);
  }

  async #read(reader: Reader): Promise<void> {
    const { body } = await reader.client.get(`/api/pages/${this.pageId}`);
    Object.assign(reader, { revision: body.revision, text: body.content });
  }

  async #editLines(tool: Reader): Promise<void> {
    if (tool.revision === 0) await this.#read(tool);
    const lines = splitLines(tool.text);
    const line = this.#below(lines.length) + 1;
    const current = lines[line - 1] ?? "";
    const change =
      this.#below(2) === 0
        ? { operation: "insert", startLine: line, content: this.#word() }
        : { operation: "replace", startLine: line, content: `${current} ${this.#word()}` };
    const reply = await tool.client.post("/api/mcp/documents", {
      pageId: this.pageId,
      baseRevision: tool.revision,
      ...change,
    });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  }

  async #sendBody(person: Reader): Promise<void> {
    if (person.revision === 0) await this.#read(person);
    const lines = splitLines(person.text);
    const content = lines.toSpliced(this.#below(lines.length + 1), 0, this.#word()).join("\n");
    const reply = await person.client.patch(`/api/pages/${this.pageId}`, { content, baseRevision: person.revision });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  }

  /** Wakes the room first: only a running object can be evicted, and the last operation may have been an eviction. */
  async #evict(): Promise<void> {
    const room = env.PAGE_ROOM.getByName(this.pageId);
    await runInDurableObject(room, () => undefined);
    await evictDurableObject(room);
  }

  /** Releases all held messages and waits until all clients have the same text. */
  async rest(): Promise<string> {
    for (const open of this.sockets) open.release();
    for (const { page } of this.sockets) {
      page.wake();
      await expect
        .poll(() => page.status)
        .toMatchObject({ state: expect.stringMatching(/^(saved|connected)$/), hasUnsaved: false });
    }
    const { body } = await this.#pick(this.people).client.get(`/api/pages/${this.pageId}`);
    return body.content;
  }
}

async function begin(w: World, seed: number): Promise<Game> {
  const content = Array.from({ length: 12 }, (_, n) => `paragraph ${n} of the page`).join("\n");
  const pageId = await makePage(w, { title: "page", content });
  const tools = await Promise.all(["edna", "dora", "adam", "edna"].map((person) => w.token(person as Person)));
  const sockets = [
    ...TYPISTS.map((person) => openAs(w, person, pageId)),
    ...tools.slice(0, 2).map(({ raw }) => openAsTool(raw, pageId)),
  ];
  for (const { page } of sockets) await expect.poll(() => page.people.length).toBe(sockets.length);
  return new Game(
    pageId,
    sockets,
    tools.map(({ client }) => client),
    [w.as("olivia"), w.as("dora")],
    seed,
  );
}

async function play(seed: number): Promise<void> {
  const game = await begin(await world(), seed);
  while (game.operations < PER_PAGE) await game.step();
  const text = await game.rest();
  const present = new Map<string, number>();
  for (const [word] of text.matchAll(/w\d+z/g)) present.set(word, (present.get(word) ?? 0) + 1);
  const lost = game.words.filter((word) => !present.has(word));
  const doubled = game.words.filter((word) => (present.get(word) ?? 0) > 1);
  expect({ seed, lost, doubled }).toEqual({ seed, lost: [], doubled: [] });
  for (const { page } of game.sockets)
    await expect.poll(() => page.text.toJSON() === text, { message: `seed ${seed}` }).toBe(true);
  for (const { page } of game.sockets) await page.close();
  const stored = d1`select content from page_contents where page_id = ${game.pageId}`;
  await expect.poll(async () => (await stored.first("content")) === text, { message: `D1, seed ${seed}` }).toBe(true);
}

test(
  "keeps every word once, shows everyone the same page, and stores it in D1 when all have left",
  async () => {
    const first = Number(env.PROOFS_SEED || (ASKED === 0 ? 1 : Date.now() % 1_000_000));
    const end = first + Math.ceil(OPERATIONS / PER_PAGE);
    let next = first;
    let operations = 0;
    const playOn = async (): Promise<void> => {
      while (next < end) {
        await play(next++);
        operations += PER_PAGE;
        if (ASKED > 0) console.log(`${operations} operations`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, playOn));
  },
  ASKED === 0 ? 600_000 : 24 * 3_600_000,
);
