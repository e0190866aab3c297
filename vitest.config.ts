import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";

const migrations = await readD1Migrations("./migrations/main");

/**
 * Two worlds. `*.unit.test.ts` are pure modules and run on plain Node; every other `*.test.ts` runs inside workerd
 * against real D1, R2, Durable Objects and Queues.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["{src,durable-objects,queues,scripts,test}/**/*.unit.test.ts"],
          environment: "node",
        },
      },
      {
        plugins: [
          cloudflareTest({
            wrangler: { configPath: "./wrangler.toml" },
            remoteBindings: false,
            miniflare: {
              bindings: { TEST_MIGRATIONS: migrations, ENVIRONMENT: "development", RATE_LIMIT_SCALE: "100000" },
            },
          }),
        ],
        test: {
          name: "workers",
          include: ["{src,durable-objects,queues,test}/**/*.test.ts"],
          exclude: ["**/*.unit.test.ts", "test/e2e/**", "test/bench/**"],
          setupFiles: ["./test/setup.ts", "./test/cost/every-plan.ts"],
          // What a test does is counted, never timed; a busy machine may take its time over a thousand requests.
          testTimeout: 60_000,
        },
      },
    ],
  },
});
