/** The limits on connections to a page, in total and per person. */
import { env } from "cloudflare:workers";
import { runInDurableObject } from "cloudflare:test";
import { expect } from "vitest";
import { makePage, world } from "../support/world.ts";
import { connect, connectTool, type Peer } from "./peer.ts";
import { upgrade } from "./sockets.ts";
import { until } from "./until.ts";
import { nightly } from "../support/nightly.ts";

nightly("limits a user to 20 connections per page across browsers and tools, and leaves others connected", async () => {
  const w = await world();
  const id = await makePage(w, { title: "t" });
  const { raw } = await w.token("edna");
  const again = () => upgrade({ query: `?pageId=${id}`, headers: { Authorization: `Bearer ${raw}` } });
  const peers: Peer[] = [await connect(w, "edna", id)];
  for (let n = 1; n < 20; n++) peers.push(await connectTool(raw, id));
  const refused = await again();
  expect([refused.status, (await refused.json<{ code: string }>()).code]).toEqual([429, "rate_limited"]);
  const dora = await connect(w, "dora", id);
  peers[0]?.leave();
  const connected = () =>
    runInDurableObject(env.PAGE_ROOM.getByName(id), (_, ctx) =>
      ctx.getWebSockets().filter((ws) => ws.readyState === 1),
    );
  await until(async () => expect(await connected()).toHaveLength(20));
  peers.push(await connectTool(raw, id));
  for (const peer of [...peers, dora]) peer.leave();
});
