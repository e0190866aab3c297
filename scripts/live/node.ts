/** Live pages in Node, opened with a tool's token. */
import { type Access, Denied, type Environment, type OpenSocket } from "../../src/live-client/environment.ts";
import { connectPage, type LivePage } from "../../src/live-client/page.ts";
import { CLOSE } from "../../src/realtime/protocol.ts";

export const nodeEnvironment: Environment = {
  hasNetwork: () => true,
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  random: () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0,
};

/** Node's WebSocket supports headers. */
export const openNodeSocket: OpenSocket = ({ url, protocols, headers }) => new WebSocket(url, { protocols, headers });

/** The access data with which a tool opens a page. */
export const toolAccess = (origin: string, token: string): Access => ({
  url: `${origin.replace(/^http/, "ws")}/api/realtime`,
  token,
  isTool: true,
});

/** Prevents connecting while `isHeld` returns true. */
export function openAsTool(
  origin: string,
  pageId: string,
  token: string,
  isHeld: () => boolean = () => false,
): LivePage {
  return connectPage({
    pageId,
    socket: openNodeSocket,
    token: () => (isHeld() ? Promise.reject(new Error("not yet")) : Promise.resolve(toolAccess(origin, token))),
    environment: nodeEnvironment,
  });
}

/** Resolves once the page is in one of the states. Rejects after `ms`, or if the page is lost. */
export function untilState(page: LivePage, states: readonly string[], ms = 60_000): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`The page is still ${page.status.state}, not ${states.join(" or ")}.`)),
      ms,
    );
    const look = (): void => {
      const { state, lostBy } = page.status;
      if (!states.includes(state) && state !== "lost") return;
      clearTimeout(timer);
      page.off("status", look);
      if (states.includes(state)) resolve();
      else reject(new Denied(lostBy ?? CLOSE.gone));
    };
    page.on("status", look);
    look();
  });
}
