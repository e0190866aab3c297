import { channel } from "node:diagnostics_channel";
import { AsyncLocalStorage } from "node:async_hooks";
import { env } from "cloudflare:workers";
import { test } from "vitest";
import { world } from "../world.ts";
test("probe", async () => {
  const als = new AsyncLocalStorage<string>();
  const ch = channel("x:defer");
  console.log(typeof ch.bindStore, typeof ch.runStores);
  try {
  ch.bindStore(als, () => "deferred");
  await ch.runStores({}, async () => { await scheduler.wait(1); console.log("in", als.getStore()); });
  console.log("out", als.getStore());
  } catch (e) { console.log("ERR", e); }
  const w = await world();
  const seen: string[] = [];
  channel("octavo:d1").subscribe((e) => seen.push(JSON.stringify(e).slice(0, 200) + als.getStore()));
  const p = await w.as("olivia").post("/api/pages", { driveId: w.drive, title: "a", type: "DOCUMENT", content: "x" });
  await w.as("olivia").patch("/api/pages/" + p.body.id, { content: "y" });
  console.log(seen.join("\n"));
  for (const s of ["analyze", "insert into sqlite_stat1 (tbl, idx, stat) values ('pages','pages_tree','100000 1000 10 1 1')", "select * from sqlite_stat1", "explain query plan select * from pages", "pragma optimize"]) {
    try { console.log(s, JSON.stringify((await env.DB.prepare(s).all()).results)); } catch (e) { console.log(s, "ERR", String(e)); }
  }
});
