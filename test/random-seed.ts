/**
 * Property tests try the same cases in every run: a change is judged by what it changed, not by what chance found that day.
 * `npm run proofs` sets `PROOFS` and draws new ones.
 */
import fc from "fast-check";

if (!process.env["PROOFS"]) fc.configureGlobal({ seed: 20_261 });
