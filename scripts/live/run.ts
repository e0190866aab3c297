/** `npm run live -- CASE [options]`: live editing under races, faults and random operations. */
import { exit, runCases } from "../runner/cases.ts";

const CASES = {
  races: {
    about: "races in live editing over real sockets: after changing live editing",
    needsServer: true,
    run: async (args: readonly string[]) => (await import("./cases/races.ts")).run(args),
  },
  kill: {
    about: "acknowledged edits survive a killed server, --times 50 (many minutes): nightly",
    run: async () => (await import("./cases/kill.ts")).run(),
  },
  fuzz: {
    about: "people, tools and full rewrites on one page whose room is evicted (an hour): nightly",
    run: async (args: readonly string[]) => (await import("./cases/fuzz.ts")).run(args),
  },
} as const;

exit(await runCases("live", CASES, process.argv.slice(2)));
