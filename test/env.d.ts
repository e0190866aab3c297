import type { D1Migration } from "@cloudflare/vitest-plugin";

declare global {
  interface ImportMeta {
    /** File contents by path; resolved by Vite. */
    glob<T>(patterns: string[], options: { query: "?raw"; import: "default"; eager: true }): Record<string, T>;
  }
  namespace Cloudflare {
    interface Env {
      TEST_MIGRATIONS: D1Migration[];
      TEST_SEARCH_MIGRATIONS: D1Migration[];
      /** Number of random test sequences for `npm run proofs`; empty = the few of a normal run. */
      PROOFS: string;
      /** Seed reported by a failure of such a test, to reproduce it; empty = a random seed. */
      PROOFS_SEED: string;
      /** Not empty: print the statements that use tables of two homes, instead of checking them. */
      LIST_CROSSINGS: string;
      /** Reports CPU time and stores measured figures; bound by `npm run limits:measure` only. */
      LIMITS_METER?: Fetcher;
    }
  }
}
