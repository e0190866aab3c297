/** Before each test file in workerd: empty databases, objects and buckets, and an isolate that has measured nothing. */
import { afterAll, beforeAll } from "vitest";
import { webauthn, webauthnHelpers } from "../src/features/auth/passkeys/webauthn.ts";
import { protocol } from "../src/features/mcp/protocol/load.ts";
import { newStorage } from "./empty-storage.ts";
import { forgetMeasured } from "./monitoring/harness.ts";
import { finishJobs, forgetJobs, holdIndexing } from "./search/held-indexing.ts";
import { forgetAdmin } from "./security/audit.ts";

// A job that comes a second after the last edit would find the file's tests gone, and the runner waits for it in vain.
holdIndexing();

// What the service loads when it is first needed: in tests the request that comes first asks the runner for it, and others
// that wait with it are cancelled when that one has ended.
await Promise.all([webauthn(), webauthnHelpers(), protocol()]);

beforeAll(async () => {
  await newStorage();
  forgetJobs();
  forgetAdmin();
  forgetMeasured();
});

afterAll(finishJobs);
