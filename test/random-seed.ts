/**
 * Property tests try the same cases in every run: a change is judged by what it changed, not by what chance found that day.
 * `npm run proofs` sets `PROOFS` and draws new ones; `PROOFS_SEED` is the seed that a failure of it named.
 */
import fc from "fast-check";

const { PROOFS, PROOFS_SEED } = process.env;
if (PROOFS_SEED) fc.configureGlobal({ seed: Number(PROOFS_SEED) });
else if (!PROOFS) fc.configureGlobal({ seed: 20_261 });
