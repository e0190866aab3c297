/** Storage in the state of a new deployment. */
import type { D1Migration } from "@cloudflare/vitest-plugin";
import { applyD1Migrations, reset, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { d1 } from "./d1.ts";

const useAuditLog = (): Promise<unknown> =>
  runInDurableObject(env.AUDIT_LOG.getByName("0"), (_, { storage }) => storage.sql.exec("select 1").toArray());

/** Empties databases, including their tables, and objects and buckets. */
export async function emptyStorage(): Promise<void> {
  // `reset` skips storage that was unused for ten seconds: tables would remain, and so would checkpoints signed by another
  // audit log, which would make this one refuse entries, or entries of that log.
  const used = [d1`select 1`.run(), env.SEARCH.prepare("select 1").run(), env.FILES.head("any"), useAuditLog()];
  await Promise.all<unknown>(used);
  await reset();
}

/** One batch, because a batch per migration is several times slower, in every test file. */
const inOneBatch = (migrations: readonly D1Migration[]): D1Migration[] => [
  { name: "all", queries: migrations.flatMap(({ queries }) => queries) },
];

export async function newStorage(): Promise<void> {
  await emptyStorage();
  await applyD1Migrations(env.DB, inOneBatch(env.TEST_MIGRATIONS));
  await applyD1Migrations(env.SEARCH, inOneBatch(env.TEST_SEARCH_MIGRATIONS));
}
