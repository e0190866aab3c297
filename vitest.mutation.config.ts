import { defineConfig } from "vitest/config";

/** Enough to find a mutant that is to be found by chance; the tests themselves try far more, once. */
const MAX_RUNS = 150;

/** The code points of fast-check's unit "binary", which takes three seconds to be made anew for each mutant. */
const CODE_POINTS =
  "fc.integer({ min: 0, max: 0x10f7ff }).map((code) => String.fromCodePoint(code < 0xd800 ? code : code + 0x800))";

/** The unit tests alone, for StrykerJS: it runs them in a sandbox without workerd, and once more for every mutant. */
export default defineConfig({
  plugins: [
    {
      name: "faster-properties",
      // Before TypeScript is compiled, which writes 20_000 as 2e4.
      enforce: "pre",
      transform: (code, id) =>
        id.endsWith(".unit.test.ts")
          ? code
              .replaceAll('unit: "binary"', `unit: ${CODE_POINTS}`)
              .replaceAll(/numRuns: ([\d_]+)/g, (_, runs: string) => {
                return `numRuns: ${Math.min(MAX_RUNS, Number(runs.replaceAll("_", "")))}`;
              })
          : undefined,
    },
  ],
  test: {
    include: [
      "src/{kernel,platform,http,permissions,audit-log,rate-limits,features}/**/*.unit.test.ts",
      "{durable-objects,test/{audit,files,http,security,transfer}}/**/*.unit.test.ts",
    ],
    // Thousands of tamperings are too many to try for each mutant; the other tests of the verifier have to do.
    exclude: ["test/audit/*-tampering.unit.test.ts"],
    environment: "node",
    testTimeout: 60_000,
  },
});
