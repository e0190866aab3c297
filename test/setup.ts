/** Before each test file in workerd: empty databases, objects and buckets, and an isolate that has measured nothing. */
import type { D1Migration } from "@cloudflare/vitest-plugin";
import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, beforeAll } from "vitest";
import { webauthn, webauthnHelpers } from "../src/features/auth/passkeys/webauthn.ts";
import { protocol } from "../src/features/mcp/protocol/load.ts";
import { forgetMeasured } from "./monitoring/harness.ts";
import { finishJobs, forgetJobs, holdIndexing } from "./search/held-indexing.ts";
import { forgetAdmin } from "./security/audit.ts";

/** As a batch of its own each of them costs several times as much, in every test file. */
const inOneBatch = (migrations: readonly D1Migration[]): D1Migration[] => [
  { name: "all", queries: migrations.flatMap(({ queries }) => queries) },
];

// A job that comes a second after the last edit would find the file's tests gone, and the runner waits for it in vain.
holdIndexing();

// What the service loads when it is first needed: in tests the request that comes first asks the runner for it, and others
// that wait with it are cancelled when that one has ended.
await Promise.all([webauthn(), webauthnHelpers(), protocol()]);

async function empty(): Promise<void> {
  // `reset` passes over a bucket that was not used for ten seconds. What another audit log signed would be left in it, and
  // this file's would take no entries.
  await env.FILES.head("any");
  await reset();
  await applyD1Migrations(env.DB, inOneBatch(env.TEST_MIGRATIONS));
  await applyD1Migrations(env.SEARCH, inOneBatch(env.TEST_SEARCH_MIGRATIONS));
}

beforeAll(async () => {
  // Seen once: the migrations found tables of the file before. Why is not known; what fails twice is an error.
  await empty().catch(empty);
  forgetJobs();
  forgetAdmin();
  forgetMeasured();
});

afterAll(finishJobs);
