/** Pages that lose their connections, are rejected and reconnect, in random order. */
import { expect, test } from "vitest";
import fc from "fast-check";
import { connectPage, type LivePage } from "../../src/live-client/page.ts";
import { MemoryRoom } from "./memory-room.ts";
import { MemoryStore } from "./memory-store.ts";
import { SimulatedTime } from "./simulated-time.ts";
import { seeded } from "../support/seeded.ts";

const ACTS = [
  "type",
  "type",
  "type",
  "delete",
  "edit",
  "wait",
  "drop",
  "down",
  "up",
  "busy",
  "store",
  "refuse",
  "read",
  "move",
  "reopen",
] as const;
const acts = fc.array(fc.record({ act: fc.constantFrom(...ACTS), who: fc.nat(2), at: fc.nat() }), { maxLength: 60 });

class Play {
  readonly time: SimulatedTime;
  readonly room: MemoryRoom;
  readonly stores = [new MemoryStore(), new MemoryStore(), new MemoryStore()];
  readonly pages: LivePage[];
  readonly defects: unknown[] = [];
  readonly typed: string[] = [];
  readonly deleted = new Set<string>();

  constructor(seed: number) {
    this.time = new SimulatedTime(seeded(seed));
    this.room = new MemoryRoom(this.time, "start");
    this.pages = this.stores.map((store) => this.#open(store));
  }

  #open(store: MemoryStore): LivePage {
    const page = connectPage({
      pageId: "p",
      socket: this.room.open,
      token: () => Promise.resolve({ url: "ws://host", token: "t" }),
      environment: this.time,
      store,
    });
    page.on("defect", (error) => this.defects.push(error));
    return page;
  }

  async act(act: (typeof ACTS)[number], who: number, at: number): Promise<void> {
    const { room, time } = this;
    const page = this.pages[who];
    const store = this.stores[who];
    if (page === undefined || store === undefined) return;
    const length = page.text.length;
    if (act === "type") page.text.insert(at % (length + 1), this.#token());
    else if (act === "delete") this.#delete(page, at);
    else if (act === "edit") room.edit((text) => text.insert(at % (text.length + 1), this.#token()));
    else if (act === "wait") await time.pass(at % 3_000);
    else if (act === "drop") [...room.sockets][at % 3]?.end(1006);
    else if (act === "down") room.isDown = true;
    else if (act === "up") room.isDown = false;
    else if (act === "busy") room.isBusy = true;
    else if (act === "store") room.store();
    else if (act === "refuse") room.refuses = at % 2 === 0 ? "update_invalid" : null;
    else if (act === "read") room.canEdit = at % 2 === 0;
    else if (act === "move") page.setCursor(at % (length + 1));
    else {
      await page.close();
      this.pages[who] = this.#open(store);
    }
    await time.pass(at % 7);
  }

  /** A single character, so that no one can type into the middle of it. */
  #token(): string {
    const token = String.fromCodePoint(0x4e00 + this.typed.length);
    this.typed.push(token);
    return token;
  }

  #delete(page: LivePage, at: number): void {
    if (page.text.length === 0) return;
    const index = at % page.text.length;
    this.deleted.add(page.text.toJSON().slice(index, index + 1));
    page.text.delete(index, 1);
  }

  async rest(): Promise<void> {
    this.room.isDown = false;
    this.room.refuses = null;
    this.room.canEdit = true;
    this.room.store();
    for (const socket of this.room.sockets) socket.end(1006);
    await this.time.pass(300_000);
  }
}

test("keeps all typed text in the room or as unsaved, and shows everyone the same page", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), acts, async (seed, story) => {
      const play = new Play(seed);
      for (const { act, who, at } of story) await play.act(act, who, at);
      await play.rest();
      const { room, pages, stores, typed, deleted } = play;
      const kept = pages.flatMap((page) => page.unsaved().map(({ text }) => text)).join("");
      const lost = typed.filter((token) => !deleted.has(token) && !room.text.includes(token) && !kept.includes(token));
      expect(lost).toEqual([]);
      for (const page of pages) {
        expect(page.text.toJSON()).toBe(room.text);
        expect(["connected", "saved"]).toContain(page.status.state);
        expect(page.people).toHaveLength(3);
      }
      expect(stores.flatMap(({ drafts }) => [...drafts.values()]).every(({ refused }) => refused !== null)).toBe(true);
      expect(play.defects).toEqual([]);
    }),
    { numRuns: process.env["PROOFS"] ? Number(process.env["PROOFS"]) / 50 : 150 },
  );
});
