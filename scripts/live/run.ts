/** `npm run live -- CASE [options]`: live editing under races, faults and random operations. */
import { exit, runCases } from "../runner/cases.ts";

const CASES = {
  races: {
    about: "races in live editing over real sockets: after changing live editing",
    needsServer: true,
    load: () => import("./cases/races.ts"),
  },
  kill: {
    about: "edits survive a killed server, --times 50 (many minutes): nightly",
    load: () => import("./cases/kill.ts"),
  },
  answers: {
    about: "agents' answers survive a killed server, --kills 20 --answers 5 (many minutes): nightly",
    load: () => import("./cases/answers.ts"),
  },
  fuzz: {
    about: "random operations on a page whose room is evicted (an hour): nightly",
    load: () => import("./cases/fuzz.ts"),
  },
} as const;

exit(await runCases("live", CASES));
