/** Follows a page's text over the same WebSocket that browsers use. */
import { type Environment, type OpenSocket } from "../../src/live-client/environment.ts";
import { connectPage } from "../../src/live-client/page.ts";
import { OctavoError } from "./failure.ts";

export type PageText = {
  readonly text: string;
  /** The newest revision known to be stored; null before the first. */
  readonly revision: number | null;
};

export type FollowOptions = {
  readonly origin: string;
  readonly token: string;
  readonly pageId: string;
  /** Ends the connection. */
  readonly signal?: AbortSignal;
};

const environment: Environment = {
  hasNetwork: () => true,
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  random: () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0,
};

/** Node's WebSocket accepts headers. */
const openSocket: OpenSocket = ({ url, protocols, headers }) => new WebSocket(url, { protocols, headers });

/**
 * Yields the current text, then again after each change; changes that arrive while the consumer is busy are coalesced.
 * Reconnects when the connection is lost. Ends with `signal`; throws `OctavoError` when access to the page is lost.
 */
export async function* followPage({ origin, token, pageId, signal }: FollowOptions): AsyncGenerator<PageText, void> {
  const address = `${new URL(origin).origin.replace(/^http/, "ws")}/api/realtime`;
  const page = connectPage({
    pageId,
    socket: openSocket,
    token: () => Promise.resolve({ url: address, token, isTool: true }),
    environment,
  });
  let revision: number | null = null;
  let wake = (): void => {};
  const changed = (): void => wake();
  page.on("saved", (saved) => {
    revision = saved;
  });
  page.on("status", changed);
  page.on("replaced", () => {
    page.text.observe(changed);
    changed();
  });
  page.text.observe(changed);
  signal?.addEventListener("abort", changed, { once: true });
  let shown: string | null = null;
  try {
    while (!signal?.aborted) {
      const { state, lostBy } = page.status;
      if (state === "lost") throw new OctavoError(lostBy === 4401 ? 401 : 404, lostReason(lostBy));
      const text = page.text.toJSON();
      const isNews = state !== "connecting" && state !== "offline" && text !== shown;
      if (isNews) {
        shown = text;
        yield { text, revision };
      } else {
        await new Promise<void>((resolve) => (wake = resolve));
      }
    }
  } finally {
    await page.close();
  }
}

const lostReason = (code: number | null): Readonly<Record<string, string>> =>
  code === 4401
    ? { error: "The token does not work any more.", code: "unauthenticated" }
    : {
        error: "This page does not exist, or you do not have access to it.",
        code: code === 4403 ? "forbidden" : "not_found",
      };
