/** Full-text search in the audit log: matches, erased data, and how much one call reads. */
import { runInDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import { MAX_SEARCHED } from "../../durable-objects/audit-log/listing.ts";
import { type Chain, freshChain, makeRow } from "./chain.ts";

const find = async (chain: Chain, words: string, filter: object = {}): Promise<number[]> =>
  (await chain.log.entries({ ...filter, words }, null, 50)).entries.map(({ ts }) => ts - 1000);

test("finds words in details, targets, agents, emails and programs, in any case and order", async () => {
  const chain = await freshChain();
  await chain.append([
    makeRow(1, { kind: "drive.purge", detail: { name: "Größe und Maß", pages: 12 } }),
    makeRow(2, { kind: "page.purge", resource: { type: "page", id: "page-from-long-ago" } }),
    makeRow(3, { detail: { agent: "Claude on Laptop" }, ip: "198.51.100.4" }),
    makeRow(4, { ua: "Mozilla/5.0 Firefox", email: "ada@example.com" }),
    makeRow(5, { detail: { quote: 'say "so" once' } }),
  ]);
  expect(await find(chain, "maß  GRO\u0308ßE")).toEqual([1]);
  expect(await find(chain, "LONG-ago page.purge")).toEqual([2]);
  expect(await find(chain, "laptop 198.51.100")).toEqual([3]);
  expect(await find(chain, "firefox ADA@example")).toEqual([4]);
  expect(await find(chain, '"so"')).toEqual([5]);
  expect(await find(chain, "firefox laptop")).toEqual([]);
  expect(await find(chain, "passkey", { kind: "auth.login.ok", from: 1003, to: 1005 })).toEqual([4]);
  expect(await find(chain, "  ")).toEqual([5, 4, 3, 2, 1]);
});

test("does not search the hashes of an entry", async () => {
  const chain = await freshChain();
  await chain.append([makeRow(1)]);
  const [{ entry } = { entry: "{}" }] = (await chain.log.entries({}, null, 1)).entries;
  const { pii }: { pii: string } = JSON.parse(entry);
  expect(await find(chain, pii)).toEqual([]);
});

test("does not find erased data", async () => {
  const chain = await freshChain();
  await chain.append([makeRow(1, { email: "ada@example.com" }), makeRow(2, { uid: "u2", ip: "203.0.113.9" })]);
  expect(await find(chain, "203.0.113")).toEqual([2, 1]);
  await chain.log.erase("u1", "ada@example.com");
  expect(await find(chain, "203.0.113")).toEqual([2]);
  expect(await find(chain, "ada@example.com")).toEqual([]);
});

test("reads a bounded number of rows per search, and continues from the returned position", async () => {
  const chain = await freshChain();
  await chain.append([makeRow(1, { detail: { name: "needle" } }), makeRow(2, { kind: "token.create" })]);
  const first = await runInDurableObject(chain.log, (log, { storage }) => {
    storage.sql.exec(
      `insert into entry with recursive n (i) as (select 10 union all select i + 1 from n where i < ?)
       select i, 'x' || i, 1000 + i, kind, entry, head, ip, ua, uid, email, salt from n, entry where seq = 1`,
      MAX_SEARCHED + 509,
    );
    return log.entries({ words: "needle" }, null, 50);
  });
  expect(first.entries).toEqual([]);
  // There are 500 rows more than the bound, so the oldest remain unsearched, up to number 510.
  expect(first.searchedTo).toBe(1000 + 510);
  const next = await chain.log.entries({ words: "needle" }, first.last, 50);
  expect(next.entries.map(({ ts }) => ts)).toEqual([1001]);
  expect([next.last, next.searchedTo]).toEqual([null, null]);
  // Kinds are indexed, so rows of other kinds are not read.
  expect(await find(chain, "needle", { kind: "auth.login.ok" })).toEqual([1]);
});
