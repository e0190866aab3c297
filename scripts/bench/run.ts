/** `npm run bench -- CASE [options]`: what requests, live editing, files and background work cost. */
import { exit, runCases } from "../runner/cases.ts";

const sizes = (...names: readonly string[]) => ({
  run: async () => (await import("./scale.ts")).runScale(names),
});

const CASES = {
  requests: {
    about: "latency and throughput relative to the platform's own minimum (minutes): after changing a hot path",
    run: async () => (await import("./cases/requests.ts")).run(),
  },
  cost: {
    about: "rows, round trips and calls of each request at 1,000 and 100,000 pages: nightly",
    ...sizes("S", "M"),
  },
  scale: {
    about: "the same, with a million pages added: nightly",
    ...sizes("S", "M", "L"),
  },
  live: {
    about: "cost and latency of a keystroke when several people type (minutes): after changing live editing",
    run: async () => (await import("./cases/live.ts")).run(),
  },
  files: {
    about: "cost of an upload and a download relative to the bucket's own (minutes): after changing files",
    run: async () => (await import("./cases/files.ts")).run(),
  },
  audit: {
    about: "the audit chain keeps up with 1,000 sign-ins a second: after changing the audit log",
    run: async () => (await import("./cases/audit.ts")).run(),
  },
  monitoring: {
    about: "what monitoring itself costs (minutes): after changing monitoring",
    run: async () => (await import("./cases/monitoring.ts")).run(),
  },
  timing: {
    about: "response times do not reveal whether an account or page exists (minutes): after changing sign-in or search",
    needsServer: true,
    run: async () => (await import("./cases/timing.ts")).run(),
  },
  transfers: {
    about: "imports and exports of 5,000 to 100,000 pages (many minutes): after changing transfers",
    needsServer: true,
    run: async () => (await import("./cases/transfers.ts")).run(),
  },
} as const;

exit(await runCases("bench", CASES, process.argv.slice(2)));
