import { subscribe } from "node:diagnostics_channel";
import { existsSync } from "node:fs";
import type { ClientRequest } from "node:http";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { limitsMeter } from "./scripts/limits/meter.ts";
import { findFreePort } from "./scripts/server/free-port.ts";

const migrations = await readD1Migrations("./migrations/main");
const searchMigrations = await readD1Migrations("./migrations/search");

/** In ms. What a test does is counted, never timed; a busy machine may take its time over a thousand requests. */
const TIMEOUT_MS = 60_000;

// Compressing what is sent between this process and workerd takes a third of this process's time. Nothing asks for it then.
subscribe("http.client.request.created", (message) => {
  // The shape is that of Node's documentation of the channel.
  (message as { request: ClientRequest }).request.removeHeader("Sec-WebSocket-Extensions");
});

/**
 * Where test/support/scripted-model-setup.ts starts the model server: variables of workerd are fixed before that. This file is
 * evaluated once for every project.
 */
const freePort = await findFreePort();
const modelPort = Number((process.env.SCRIPTED_MODEL_PORT ??= String(freePort)));
const MODELS = `http://127.0.0.1:${modelPort}`;

const workerd = () =>
  cloudflareTest({
    wrangler: { configPath: "./wrangler.toml" },
    remoteBindings: false,
    miniflare: {
      ...(process.env.LIMITS_METER !== undefined && { serviceBindings: { LIMITS_METER: limitsMeter } }),
      bindings: {
        TEST_MIGRATIONS: migrations,
        TEST_SEARCH_MIGRATIONS: searchMigrations,
        ENVIRONMENT: "development",
        RATE_LIMIT_SCALE: "100000",
        // A busy machine may take its time: a limit that is not waited for lets everybody pass.
        RATE_LIMIT_WAIT_MS: "30000",
        // Measured all the same, and written down when a test asks for it.
        MONITORING: "86400",
        // The entries of tests are numbered by small times, which are long past.
        AUDIT_KEEP_DAYS: "0",
        // How many sequences `npm run proofs` wants of the tests that hold by chance; they know their own number else.
        PROOFS: process.env.PROOFS ?? "",
        PROOFS_SEED: process.env.PROOFS_SEED ?? "",
        // Prints the statements of each test file that use tables of the directory and of a drive.
        LIST_CROSSINGS: process.env.LIST_CROSSINGS ?? "",
        // Nobody is sent there: tests that sign in at a provider say which.
        PROVIDER_A_CLIENT_ID: "octavo-web",
        PROVIDER_B_CLIENT_ID: "octavo-web",
        AI_OPENAI_URL: `${MODELS}/v1`,
        AI_OPENAI_KEY: "openai-key-of-tests",
        AI_OPENAI_MODELS: "scripted|100000|1|0.5|2,unpriced,trial|100000|1|0.5|2",
        AI_ANTHROPIC_URL: `${MODELS}/v1`,
        AI_ANTHROPIC_KEY: "anthropic-key-of-tests",
        AI_ANTHROPIC_MODELS: "claude-scripted|100000|1|0.5|2,claude-trial|100000|1|0.5|2",
      },
    },
  });

/** What the browser's files are called, also before they were built. */
const resolve = existsSync("dist/client-files.js")
  ? {}
  : { alias: { "#client-files": join(import.meta.dirname, "test/support/client-files.ts") } };

/**
 * Two worlds. `*.unit.test.ts` are pure modules and run on plain Node; every other `*.test.ts` runs inside workerd
 * against real D1, R2, Durable Objects and Queues.
 */
export default defineConfig({
  test: {
    // A test file in workerd waits for part of its time.
    maxWorkers: Math.max(4, availableParallelism() - 1),
    // Who asks for more sequences wants the tests that only the night has, too.
    provide: { modelPort, isNight: process.env.TESTS === "all" || process.env.PROOFS !== undefined },
    projects: [
      {
        resolve,
        test: {
          name: "unit",
          include: ["{src,durable-objects,queues,scripts,test}/**/*.unit.test.ts"],
          environment: "node",
          setupFiles: ["./test/support/random-seed.ts"],
          isolate: false,
          testTimeout: TIMEOUT_MS,
        },
      },
      {
        plugins: [workerd()],
        resolve,
        test: {
          name: "workers",
          // A line that a Worker prints after its file's last message is never sent, and the run waits for it for ever
          // (cloudflare/workers-sdk#15498): what is printed goes past the reporter.
          disableConsoleIntercept: true,
          // With it every test file is sent all known modules in one message, of 30 MB and, with the parser, of more than a
          // WebSocket takes; without it a file asks for those that its workerd has not loaded yet.
          fsModuleCache: false,
          globalSetup: ["./test/oidc/global-setup.ts", "./test/support/scripted-model-setup.ts"],
          setupFiles: ["./test/support/setup.ts", "./test/cost/check-query-plans.ts"],
          testTimeout: TIMEOUT_MS,
          expect: { poll: { timeout: TIMEOUT_MS / 2 } },
          include: ["{src,durable-objects,queues,test}/**/*.test.ts"],
          exclude: ["**/*.unit.test.ts", "test/e2e/**", "test/journeys/**", "test/bench/**"],
          // Starting workerd and loading the service into it takes five seconds: files share it, one after the other.
          isolate: false,
        },
      },
    ],
  },
});
