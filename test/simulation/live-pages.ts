/** Pages that users have open in their browsers or tools, with the client of `src/live-client`. */
import { Denied, type Access, type Environment } from "../../src/live-client/environment.ts";
// The client loads it on demand. Loaded here, it is there at once, so that the speed of the disk decides nothing.
import "../../src/live-client/migrate-unsaved.ts";
import { connectPage, type LivePage } from "../../src/live-client/page.ts";
import { MemoryStore } from "../live/memory-store.ts";
import { send, sessionOf, tokenOf, type Play } from "./client.ts";
import { wordsIn, type Word } from "./ledger.ts";
import type { Operation } from "./plan.ts";
import { ClientSocket } from "./platform/client-socket.ts";
import { ORIGIN } from "./world.ts";

export type OpenPage = {
  readonly user: string;
  readonly pageId: string;
  /** Opened with a tool's token instead of a session. */
  readonly isTool: boolean;
  readonly live: LivePage;
  /** Words that are neither saved nor refused yet. */
  readonly waiting: Map<string, Word>;
  /** The last word that was typed at the end of the text. */
  last: string | null;
};

/** Distinguishes the calls of a client from those of the operation that opened the page. */
const CLIENT = 600_000;

/** How many pages a user has open at most: opening another closes the one that was opened first. */
const MAX_OPEN = 3;

/** Close codes for responses that will not change. */
const FINAL: Readonly<Record<number, number>> = { 401: 4401, 403: 4403, 404: 4404 };

export class LivePages {
  readonly open = new Map<string, OpenPage>();
  /** What each user's browser stores of a page, by user and page, and the words that are in it. */
  readonly #stored = new Map<string, { readonly store: MemoryStore; readonly waiting: Map<string, Word> }>();

  /** The page as this user has it open; opens it if needed. */
  visit(play: Play, operation: Operation, user: string, pageId: string): OpenPage {
    const key = `${user} ${pageId}`;
    const known = this.open.get(key);
    if (known !== undefined && known.live.status.state !== "lost") return known;
    if (known !== undefined) void this.close(known);
    const others = [...this.open.values()].filter((other) => other.user === user);
    for (const other of others.slice(0, Math.max(0, others.length + 1 - MAX_OPEN))) void this.close(other);
    const stored = this.#stored.get(key) ?? { store: new MemoryStore(), waiting: new Map() };
    this.#stored.set(key, stored);
    const isTool = operation.step[4] % 3 === 0;
    const live = connect(play, operation, { user, pageId, isTool }, stored.store);
    const page: OpenPage = { user, pageId, isTool, live, waiting: stored.waiting, last: null };
    this.open.set(key, page);
    const look = (): void => settle(play, page);
    live.on("saved", look);
    live.on("refused", look);
    live.on("replaced", () => (page.last = null));
    live.on("defect", (error) => play.ledger.fail(`the open page ${pageId} of ${user}: ${error instanceof Error ? error.stack : String(error)}`)); // oxfmt-ignore
    return page;
  }

  has(page: OpenPage): boolean {
    return this.open.get(`${page.user} ${page.pageId}`) === page;
  }

  /** The browser keeps what is not saved, for the next visit. */
  async close(page: OpenPage): Promise<void> {
    this.open.delete(`${page.user} ${page.pageId}`);
    await page.live.close();
  }

  /** Users and pages with text that waits in a browser that has closed the page. */
  get left(): { readonly user: string; readonly pageId: string }[] {
    return [...this.#stored]
      .filter(
        ([
          key,
          {
            store: { drafts },
          },
        ]) => !this.open.has(key) && [...drafts.values()].some(({ refused }) => refused === null),
      )
      .map(([key]) => ({ user: key.split(" ")[0] ?? "", pageId: key.split(" ")[1] ?? "" }));
  }
}

/** Words that the room has acknowledged are no longer among the unsaved text. */
function settle({ world, ledger }: Play, { user, pageId, live, waiting }: OpenPage): void {
  const wordsOf = (texts: readonly { readonly text: string }[]): Set<string> =>
    new Set(texts.flatMap(({ text }) => wordsIn(text)));
  // Its text is not known before the page has arrived on which it was typed.
  if (live.refusedParts.some(({ text }) => text === "")) return;
  const [unsaved, refused] = [wordsOf(live.unsaved()), wordsOf(live.refusedParts)];
  for (const [word, entry] of waiting) {
    if (unsaved.has(word) && !refused.has(word)) continue;
    waiting.delete(word);
    // A refused word may have been saved on an earlier connection, whose acknowledgement got lost.
    if (entry.state !== "maybe") continue;
    entry.state = refused.has(word) ? "any" : "yes";
    if (refused.has(word)) continue;
    entry.answeredAt = world.engine.now;
    ledger.saves.push({ word, user, page: pageId, at: world.engine.now });
  }
}

function connect(
  play: Play,
  operation: Operation,
  { user, pageId, isTool }: Pick<OpenPage, "user" | "pageId" | "isTool">,
  store: MemoryStore,
): LivePage {
  const { world } = play;
  const { engine, faults } = world;
  const number = CLIENT + operation.number;
  const { isolate } = operation;
  return world.as(number, () => {
    const { running } = engine;
    const environment: Environment = {
      hasNetwork: () => true,
      now: () => engine.now,
      after: (ms, run) => engine.run(running, () => engine.after(Math.ceil(ms), run, true)),
      random: () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0,
    };
    const url = `${ORIGIN}/api/realtime`;
    const token = async (): Promise<Access> => {
      if (isTool) return { url, token: tokenOf(play, user), isTool };
      const path = `/api/auth/socket-token?pageId=${pageId}`;
      const reply = await send(play, { ...operation, number }, sessionOf(play, user), ["GET", path]);
      const final = FINAL[reply.status];
      if (final !== undefined) throw new Denied(final);
      if (reply.status !== 200) throw new Error(`No socket token: ${reply.status}`);
      return { url, token: String(reply.body["token"]) };
    };
    return connectPage({
      pageId,
      environment,
      store,
      token,
      socket: async ({ url: address, protocols, headers }) => {
        const own = isTool ? headers : { Origin: ORIGIN };
        const asked = { ...own, "Sec-WebSocket-Protocol": protocols.join(", ") };
        const end = await world.connect(address, asked, isolate);
        if (typeof end !== "number") return new ClientSocket(end, engine, faults);
        const final = FINAL[end];
        // A browser does not show the status to the page, which then asks for a new token.
        if (isTool && final !== undefined) throw new Denied(final);
        throw new Error(`The upgrade was answered with ${end}.`);
      },
    });
  });
}
