/** Slow, exhaustive tests that run only with `TESTS=all` or `PROOFS`, in nightly runs. */
import { inject, test } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    isNight: boolean;
  }
}

export const isNight = inject("isNight");

export const nightly = test.runIf(isNight);
