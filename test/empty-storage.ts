/** Storage as a new deployment finds it. */
import type { D1Migration } from "@cloudflare/vitest-plugin";
import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";

/** Empties databases, which have no tables then, objects and buckets. */
export async function emptyStorage(): Promise<void> {
  // `reset` passes over what was not used for ten seconds: tables would be left in a database, and in a bucket what
  // another audit log signed, so that this one's would take no entries.
  const used = [env.DB.prepare("select 1").run(), env.SEARCH.prepare("select 1").run(), env.FILES.head("any")];
  await Promise.all<unknown>(used);
  await reset();
}

/** As a batch of its own each of them costs several times as much, in every test file. */
const inOneBatch = (migrations: readonly D1Migration[]): D1Migration[] => [
  { name: "all", queries: migrations.flatMap(({ queries }) => queries) },
];

export async function newStorage(): Promise<void> {
  await emptyStorage();
  await applyD1Migrations(env.DB, inOneBatch(env.TEST_MIGRATIONS));
  await applyD1Migrations(env.SEARCH, inOneBatch(env.TEST_SEARCH_MIGRATIONS));
}
