import type { D1Migration } from "@cloudflare/vitest-plugin";

declare global {
  interface ImportMeta {
    /** The texts of files, by their paths; put in by Vite. */
    glob<T>(patterns: string[], options: { query: "?raw"; import: "default"; eager: true }): Record<string, T>;
  }
  namespace Cloudflare {
    interface Env {
      TEST_MIGRATIONS: D1Migration[];
      TEST_SEARCH_MIGRATIONS: D1Migration[];
      /** Sequences of random tests for `npm run proofs`; empty = the few that every run makes. */
      PROOFS: string;
      /** The seed that a failure of such a test named, to see it again; empty = one by chance. */
      PROOFS_SEED: string;
      /** Reports CPU time and stores measured figures; bound by `npm run limits:measure` only. */
      LIMITS_METER?: Fetcher;
    }
  }
}
