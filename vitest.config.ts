import { availableParallelism } from "node:os";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";

const migrations = await readD1Migrations("./migrations/main");
const searchMigrations = await readD1Migrations("./migrations/search");

/** In ms. What a test does is counted, never timed; a busy machine may take its time over a thousand requests. */
const PATIENCE = 60_000;

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
          setupFiles: ["./test/chance.ts"],
          testTimeout: PATIENCE,
        },
      },
      {
        plugins: [
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
          }),
        ],
        test: {
          name: "workers",
          // A line that a Worker prints after its file's last message is never sent, and the run waits for it for ever
          // (cloudflare/workers-sdk#15498): what is printed goes past the reporter.
          disableConsoleIntercept: true,
          include: ["{src,durable-objects,queues,test}/**/*.test.ts"],
          exclude: ["**/*.unit.test.ts", "test/e2e/**", "test/bench/**"],
          globalSetup: ["./test/oidc/global-setup.ts"],
          setupFiles: ["./test/setup.ts", "./test/cost/every-plan.ts"],
          testTimeout: PATIENCE,
          expect: { poll: { timeout: PATIENCE / 2 } },
        },
      },
    ],
  },
});
