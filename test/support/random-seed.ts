/**
 * Property tests use the same cases in every run, so that failures come from the change under test and not from chance.
 * `npm run proofs` sets `PROOFS` and draws new cases; `PROOFS_SEED` is the seed reported by a failure.
 */
import fc from "fast-check";

const { PROOFS, PROOFS_SEED } = process.env;
if (PROOFS_SEED) fc.configureGlobal({ seed: Number(PROOFS_SEED) });
else if (!PROOFS) fc.configureGlobal({ seed: 20_261 });
