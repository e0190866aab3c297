/** `npm run bench -- CASE [options]`: what requests, live editing, files and background work cost. */
import { exit, runCases } from "../runner/cases.ts";

const sized = async (sizes: string) => ({ run: (await import("./scale.ts")).runScale(sizes) });

const CASES = {
  requests: {
    about: "speed of requests (minutes): after changing a hot path",
    load: () => import("./cases/requests.ts"),
  },
  cost: { about: "rows and calls of requests with 1,000 and 100,000 pages: nightly", load: () => sized("S,M") },
  scale: { about: "the same, and with a million pages: nightly", load: () => sized("S,M,L") },
  live: {
    about: "keystrokes of several people (minutes): after changing live editing",
    load: () => import("./cases/live.ts"),
  },
  answers: {
    about: "answers of agents: time to a reader's screen and CPU (a minute): after changing how they stream",
    load: () => import("./cases/answers.ts"),
  },
  anchors: {
    about: "anchors of comments carried along with edits (half a minute): after changing how they stay on their words",
    load: () => import("./cases/anchors.ts"),
  },
  files: { about: "uploads and downloads (minutes): after changing files", load: () => import("./cases/files.ts") },
  audit: {
    about: "1,000 sign-ins a second in the audit chain: after changing it",
    load: () => import("./cases/audit.ts"),
  },
  search: {
    about: "the search index in one database and in objects (minutes): after changing the index or its queries",
    load: () => import("./cases/search.ts"),
  },
  monitoring: {
    about: "what monitoring costs (minutes): after changing it",
    load: () => import("./cases/monitoring.ts"),
  },
  timing: {
    about: "response times do not reveal that an account or page exists (minutes): after changing sign-in or search",
    needsServer: true,
    load: () => import("./cases/timing.ts"),
  },
  transfers: {
    about: "imports and exports of 5,000 to 100,000 pages (many minutes): after changing transfers",
    needsServer: true,
    load: () => import("./cases/transfers.ts"),
  },
} as const;

exit(await runCases("bench", CASES));
