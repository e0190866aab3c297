import { availableParallelism } from "node:os";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";

const migrations = await readD1Migrations("./migrations/main");
const searchMigrations = await readD1Migrations("./migrations/search");

/** In ms. What a test does is counted, never timed; a busy machine may take its time over a thousand requests. */
const TIMEOUT_MS = 60_000;

const workerd = () =>
  cloudflareTest({
    wrangler: { configPath: "./wrangler.toml" },
    remoteBindings: false,
    miniflare: {
      bindings: {
        TEST_MIGRATIONS: migrations,
        TEST_SEARCH_MIGRATIONS: searchMigrations,
        ENVIRONMENT: "development",
        RATE_LIMIT_SCALE: "100000",
        // A busy machine may take its time: a limit that is not waited for lets everybody pass.
        RATE_LIMIT_WAIT_MS: "30000",
        // Measured all the same, and written down when a test asks for it.
        MONITORING: "86400",
        // How many sequences `npm run proofs` wants of the tests that hold by chance; they know their own number else.
        PROOFS: process.env.PROOFS ?? "",
        // Nobody is sent there: tests that sign in at a provider say which.
        PROVIDER_A_CLIENT_ID: "octavo-web",
        PROVIDER_B_CLIENT_ID: "octavo-web",
      },
    },
  });

const inWorkerd = {
  // A line that a Worker prints after its file's last message is never sent, and the run waits for it for ever
  // (cloudflare/workers-sdk#15498): what is printed goes past the reporter.
  disableConsoleIntercept: true,
  globalSetup: ["./test/oidc/global-setup.ts"],
  setupFiles: ["./test/setup.ts", "./test/cost/check-query-plans.ts"],
  testTimeout: TIMEOUT_MS,
  expect: { poll: { timeout: TIMEOUT_MS / 2 } },
};

const WORKER_TESTS = ["{src,durable-objects,queues,test}/**/*.test.ts"];
const NOT_IN_WORKERD = ["**/*.unit.test.ts", "test/e2e/**", "test/bench/**"];

/**
 * Tests of what a deployment has once: its audit log, its metrics, its sweep, its list of users; those whose ids are not
 * made anew each time; and those that load the parser's WebAssembly.
 */
const OWN_STATE = [
  "test/audit-log.test.ts",
  "test/audit/**/*.test.ts",
  "test/faults/**/*.test.ts",
  "test/monitoring/**/*.test.ts",
  "test/security/{detection,egress,login-csrf,token-kinds,audit-entries}.test.ts",
  "test/search/{freshness,indexing}.test.ts",
  "test/flows/providers*.test.ts",
  "test/quotas/**/*.test.ts",
  "test/restore-races.test.ts",
  "test/flows/sweep.test.ts",
  "test/admin.test.ts",
  "test/web/admin.test.ts",
  "test/admin-users.test.ts",
  "test/account-deletion.test.ts",
  "test/model/**/*.test.ts",
  "test/cost/**/*.test.ts",
  "test/files/**/*.test.ts",
  "test/parser/**/*.test.ts",
];

/**
 * Two worlds. `*.unit.test.ts` are pure modules and run on plain Node; every other `*.test.ts` runs inside workerd
 * against real D1, R2, Durable Objects and Queues.
 */
export default defineConfig({
  test: {
    // A test file in workerd waits about half of its time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: "unit",
          include: ["{src,durable-objects,queues,scripts,test}/**/*.unit.test.ts"],
          environment: "node",
          setupFiles: ["./test/random-seed.ts"],
          testTimeout: TIMEOUT_MS,
        },
      },
      {
        plugins: [workerd()],
        test: {
          ...inWorkerd,
          name: "workers",
          include: WORKER_TESTS,
          exclude: [...NOT_IN_WORKERD, ...OWN_STATE],
          // Starting workerd and loading the service into it takes five seconds: most files share it, and its databases.
          isolate: false,
        },
      },
      {
        plugins: [workerd()],
        test: { ...inWorkerd, name: "workers-isolated", include: OWN_STATE, exclude: NOT_IN_WORKERD },
      },
    ],
  },
});
