/** Setup for each test file in workerd: empty databases, objects and buckets, and an isolate without metrics. */
import { afterAll, beforeAll } from "vitest";
import { webauthn, webauthnHelpers } from "../../src/features/auth/passkeys/webauthn.ts";
import { protocol } from "../../src/features/mcp/protocol/load.ts";
import { aiSdk, demo } from "../../src/models/load.ts";
import { newStorage } from "./empty-storage.ts";
import { forgetMeasured } from "../monitoring/harness.ts";
import { finishJobs, forgetJobs, holdIndexing } from "../search/held-indexing.ts";
import { forgetAdmin } from "../security/audit.ts";

// A job that runs a second after the last edit would find its tests gone, and the runner would wait for it in vain.
holdIndexing();

// Preload the lazily loaded modules: otherwise the first request loads them through the test runner, and others waiting for
// the same module are cancelled when that request ends.
await Promise.all([webauthn(), webauthnHelpers(), protocol(), aiSdk(), demo()]);

beforeAll(async () => {
  await newStorage();
  forgetJobs();
  forgetAdmin();
  forgetMeasured();
});

afterAll(finishJobs);
