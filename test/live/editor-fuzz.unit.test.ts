/** Editors bound to pages that load late, compose, lose their connections and are rejected, in random order. */
import { expect, test } from "vitest";
import fc from "fast-check";
import { connectPage, type LivePage } from "../../src/live-client/page.ts";
import { HeadlessEditor } from "./headless-editor.ts";
import { MemoryRoom } from "./memory-room.ts";
import { MemoryStore } from "./memory-store.ts";
import { SimulatedTime } from "./simulated-time.ts";
import { seeded } from "../support/seeded.ts";
import { nightly } from "../support/nightly.ts";

const ACTS = [
  "type",
  "type",
  "type",
  "go on",
  "go on",
  "erase",
  "edit",
  "edit",
  "cut",
  "wait",
  "wait",
  "compose",
  "compose",
  "drop",
  "down",
  "up",
  "refuse",
  "read",
  "undo",
] as const;
type Act = (typeof ACTS)[number];
const story = (acts: readonly Act[]) =>
  fc.array(fc.record({ act: fc.constantFrom(...acts), who: fc.nat(2), at: fc.nat() }), { maxLength: 80 });

type Seat = { readonly editor: HeadlessEditor; readonly page: LivePage };

class Play {
  readonly time: SimulatedTime;
  readonly room: MemoryRoom;
  readonly seats: Seat[];
  readonly typed: string[] = [];
  readonly erased = new Set<string>();

  constructor(seed: number, count: number) {
    this.time = new SimulatedTime(seeded(seed));
    this.room = new MemoryRoom(this.time, "one\n\ntwo\n");
    this.seats = Array.from({ length: count }, () => this.#open());
  }

  #open(): Seat {
    const editor = new HeadlessEditor("one\n\ntwo\n");
    const page = connectPage({
      pageId: "p",
      socket: this.room.open,
      token: () => Promise.resolve({ url: "ws://host", token: "t" }),
      environment: this.time,
      store: new MemoryStore(),
    });
    page.on("defect", (error) => editor.defects.push(error));
    editor.bind(page, this.time);
    return { editor, page };
  }

  async act(act: Act, who: number, at: number): Promise<void> {
    const { room, time, seats } = this;
    const editor = seats[who % seats.length]?.editor;
    if (editor === undefined) return;
    const { length } = editor.text;
    if (act === "type") editor.type(this.#token(at), at % (length + 1));
    else if (act === "go on") editor.type(this.#token(at));
    else if (act === "erase" && !editor.composing) this.#erase(editor, at);
    else if (act === "edit") room.edit((text) => text.insert(at % (text.length + 1), this.#token(at)));
    else if (act === "cut") this.#cut(at);
    else if (act === "wait") await time.pass(at % 2_000);
    else if (act === "compose" && editor.composing) editor.endComposing();
    else if (act === "compose") editor.startComposing();
    else if (act === "drop") [...room.sockets][at % 3]?.end(1006);
    else if (act === "down") room.isDown = true;
    else if (act === "up") room.isDown = false;
    else if (act === "refuse") room.refuses = at % 2 === 0 ? "update_invalid" : null;
    else if (act === "read") room.canEdit = at % 2 === 0;
    else if (act === "undo") editor.binding?.revert(at % 3 === 0 ? "redo" : "undo");
    await time.pass(at % 7);
  }

  /** A single character, so that no one can type into the middle of it; sometimes with a line end. */
  #token(at: number): string {
    const token = String.fromCodePoint(0x4e00 + this.typed.length);
    this.typed.push(token);
    return at % 5 === 0 ? `${token}\n` : at % 7 === 0 ? `\n${token}` : token;
  }

  #erase(editor: HeadlessEditor, at: number): void {
    const from = at % (editor.text.length + 1);
    const to = Math.min(editor.text.length, from + 1 + (at % 3));
    for (const token of editor.text.slice(from, to)) this.erased.add(token);
    editor.erase(from, to);
  }

  #cut(at: number): void {
    this.room.edit((text) => {
      if (text.length === 0) return;
      const from = at % text.length;
      this.erased.add(text.toJSON().slice(from, from + 1));
      text.delete(from, 1);
    });
  }

  async rest(): Promise<void> {
    this.room.isDown = false;
    this.room.refuses = null;
    this.room.canEdit = true;
    for (const { editor } of this.seats) editor.endComposing();
    for (const socket of this.room.sockets) socket.end(1006);
    await this.time.pass(300_000);
  }

  check(): void {
    for (const { editor, page } of this.seats) {
      expect(editor.text).toBe(this.room.text);
      expect(page.text.toJSON()).toBe(this.room.text);
      expect(["connected", "saved"]).toContain(page.status.state);
      expect(editor.defects).toEqual([]);
    }
  }
}

const runs = process.env["PROOFS"] ? Number(process.env["PROOFS"]) / 50 : 100;

test("shows the room's text in all editors, and loses no typed text", async () => {
  const acts = story(ACTS.filter((act) => act !== "undo"));
  await fc.assert(
    fc.asyncProperty(fc.integer(), fc.integer({ min: 2, max: 3 }), acts, async (seed, count, steps) => {
      const play = new Play(seed, count);
      for (const { act, who, at } of steps) await play.act(act, who, at);
      await play.rest();
      play.check();
      const kept = play.seats.flatMap(({ page }) => page.unsaved().map(({ text }) => text)).join("");
      const all = play.room.text + kept;
      expect(play.typed.filter((token) => !play.erased.has(token) && !all.includes(token))).toEqual([]);
      expect(play.typed.filter((token) => play.room.text.split(token).length > 2)).toEqual([]);
    }),
    { numRuns: runs },
  );
});

nightly("shows the room's text in all editors after random undos, and keeps other users' text", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), story(ACTS), async (seed, steps) => {
      const play = new Play(seed, 2);
      for (const { act, who, at } of steps) await play.act(act, who, at);
      await play.rest();
      play.check();
    }),
    { numRuns: runs },
  );
});
