/** The vitest configuration of the scale tests: the Worker with real local D1, in the sizes listed in BENCH_SIZES. */
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

declare module "vitest" {
  interface ProvidedContext {
    sizes: string[];
  }
}

const root = join(import.meta.dirname, "..", "..");
const migrations = await readD1Migrations(join(root, "migrations/main"));
const searchMigrations = await readD1Migrations(join(root, "migrations/search"));

// oxlint-disable-next-line import/no-default-export -- required by vitest
export default defineConfig({
  root,
  plugins: [
    cloudflareTest({
      wrangler: { configPath: join(root, "wrangler.toml") },
      remoteBindings: false,
      miniflare: {
        bindings: {
          TEST_MIGRATIONS: migrations,
          TEST_SEARCH_MIGRATIONS: searchMigrations,
          ENVIRONMENT: "development",
          RATE_LIMIT_SCALE: "100000",
          MONITORING: "off",
        },
      },
    }),
  ],
  test: {
    name: "scale",
    include: ["test/cost/scale.suite.ts", "test/cost/typing.test.ts"],
    provide: { sizes: (process.env["BENCH_SIZES"] ?? "S,M").split(",") },
  },
});
