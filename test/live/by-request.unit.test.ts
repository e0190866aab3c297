/** An editor without a socket: it saves and follows the page by HTTP requests, and nothing is lost or duplicated. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { diffText } from "../../src/realtime/diff.ts";
import { ByRequest, type Requests } from "../../src/web/client/editor/collaboration/by-request.ts";
import { joinTyping } from "../../src/web/client/editor/collaboration/early-typing.ts";
import { applyTo, toChanges, toText } from "../../src/web/client/editor/collaboration/text-changes.ts";
import { connectPage } from "../../src/live-client/page.ts";
import { HeadlessEditor } from "./headless-editor.ts";
import { MemoryRoom } from "./memory-room.ts";
import { SimulatedTime } from "./simulated-time.ts";
import { seeded } from "../support/seeded.ts";

const LATENCY = 40;

/** The outcome of the next request. */
type Fault = "none" | "unreachable" | "answer lost" | "forbidden";

class Failed extends Error {
  readonly fault: Fault;
  constructor(fault: Fault) {
    super(fault);
    this.fault = fault;
  }
}

class World {
  readonly time: SimulatedTime;
  readonly room: MemoryRoom;
  readonly editor: HeadlessEditor;
  readonly saver: ByRequest;
  readonly failures: unknown[] = [];
  fault: Fault = "none";
  requests = 0;
  /** The texts by revision. */
  readonly #texts: string[];

  constructor(text: string, seed = 1) {
    this.time = new SimulatedTime(seeded(seed));
    this.room = new MemoryRoom(this.time, text);
    this.room.isDown = true;
    this.#texts = [text];
    this.editor = new HeadlessEditor(text);
    const page = connectPage({
      pageId: "p",
      socket: this.room.open,
      token: () => Promise.resolve({ url: "ws://host", token: "t" }),
      environment: this.time,
    });
    const binding = this.editor.bind(page, this.time);
    this.saver = new ByRequest({
      binding,
      page,
      host: this.editor,
      environment: this.time,
      requests: this.#requests(),
      revision: 0,
      changed: () => undefined,
      failed: (error) => this.failures.push(error),
    });
    page.on("status", ({ state }) => {
      if (state === "offline" && binding.replica === null) this.saver.start();
    });
  }

  /** Another person edits. */
  edit(at: number, insert: string): void {
    this.room.edit((text) => text.insert(at % (text.length + 1), insert));
    this.#keep();
  }

  #keep(): number {
    if (this.#texts.at(-1) !== this.room.text) this.#texts.push(this.room.text);
    return this.#texts.length - 1;
  }

  async #pass(): Promise<void> {
    this.requests += 1;
    const { fault } = this;
    await new Promise<void>((resolve) => this.time.after(LATENCY, resolve));
    if (fault === "unreachable" || fault === "forbidden") throw new Failed(fault);
  }

  async #answer() {
    const { fault } = this;
    const answered = { text: this.room.text, revision: this.#keep() };
    await new Promise<void>((resolve) => this.time.after(LATENCY, resolve));
    if (fault === "answer lost") throw new Failed(fault);
    return answered;
  }

  #requests(): Requests {
    return {
      read: async () => {
        await this.#pass();
        return this.#answer();
      },
      write: async (text, revision) => {
        await this.#pass();
        this.#keep();
        const base = this.#texts[revision] ?? "";
        const typed = toChanges(diffText(base, text), base.length);
        const { forPage } = joinTyping(toText(base), typed, this.room.text);
        this.room.edit((shared) => applyTo(shared, forPage));
        return this.#answer();
      },
      outcomeOf: (error) => (error instanceof Failed && error.fault === "forbidden" ? "never" : "unknown"),
    };
  }
}

test("saves and receives edits by requests while no socket can be opened", async () => {
  const world = new World("one\ntwo");
  await world.time.pass(200);
  world.editor.type("Mine. ", 0);
  await world.time.pass(8_000);
  expect(world.room.text).toBe("Mine. one\ntwo");
  expect(world.saver.state).toBe("saved");
  world.edit(13, " theirs");
  await world.time.pass(8_000);
  expect(world.editor.text).toBe("Mine. one\ntwo theirs");
  world.room.isDown = false;
  world.editor.type("More. ", 6);
  await world.time.pass(60_000);
  expect(world.editor.binding?.replica).not.toBeNull();
  expect([world.editor.text, world.room.text]).toEqual(Array.from({ length: 2 }, () => "Mine. More. one\ntwo theirs"));
  const { requests } = world;
  await world.time.pass(60_000);
  expect(world.requests).toBe(requests);
});

test("sends no requests when a socket opens at once", async () => {
  const world = new World("one");
  world.room.isDown = false;
  await world.time.pass(60_000);
  expect(world.requests).toBe(0);
});

test("keeps rejected text in the editor, and does not send it again", async () => {
  const world = new World("one");
  world.fault = "forbidden";
  await world.time.pass(200);
  world.editor.type("Mine. ", 0);
  await world.time.pass(60_000);
  expect([world.saver.state, world.failures.length, world.requests]).toEqual(["refused", 1, 1]);
  expect([world.editor.text, world.room.text]).toEqual(["Mine. one", "one"]);
});

const ACTS = ["type", "type", "edit", "wait", "wait", "compose", "up", "down", "fault"] as const;
const FAULTS = ["none", "none", "unreachable", "answer lost"] as const;

test("keeps every word once, whatever message is lost", async () => {
  const story = fc.array(fc.record({ act: fc.constantFrom(...ACTS), at: fc.nat() }), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(story, fc.nat(), async (acts, seed) => {
      const world = new World("one\n\ntwo\n", seed);
      const words: string[] = [];
      const word = (): string => {
        words.push(`<${words.length}>`);
        return words.at(-1) ?? "";
      };
      const { editor, room, time } = world;
      for (const { act, at } of acts) {
        // Insert between words, so that every word stays findable.
        const gaps = [...editor.text.matchAll(/(?=<)|(?<=>)|\n/g)].map(({ index }) => index);
        if (act === "type") editor.type(word(), gaps[at % gaps.length] ?? 0);
        else if (act === "edit") {
          const places = [...room.text.matchAll(/(?=<)|(?<=>)|\n/g)].map(({ index }) => index);
          world.edit(places[at % places.length] ?? 0, word());
        } else if (act === "wait") await time.pass(at % 6_000);
        else if (act === "compose" && editor.composing) editor.endComposing();
        else if (act === "compose") editor.startComposing();
        else if (act === "fault") world.fault = FAULTS[at % FAULTS.length] ?? "none";
        else room.isDown = act === "down";
      }
      world.fault = "none";
      room.isDown = false;
      editor.endComposing();
      await time.pass(120_000);
      expect(editor.text).toBe(room.text);
      for (const each of words) expect(editor.text.split(each).length, `${each} in ${editor.text}`).toBe(2);
      expect([editor.defects, world.failures]).toEqual([[], []]);
    }),
    { numRuns: Number(process.env["FUZZ_RUNS"] ?? 100) },
  );
});
