/** Gives each test file its migrated databases. */
import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll } from "vitest";
import { holdIndexing } from "./search/held-indexing.ts";

// A job that comes a second after the last edit would find the file's tests gone, and the runner waits for it in vain.
holdIndexing();

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  await applyD1Migrations(env.SEARCH, env.TEST_SEARCH_MIGRATIONS);
});
