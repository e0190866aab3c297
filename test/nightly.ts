/** What takes long and tries one thing in many ways runs with `TESTS=all` or `PROOFS`, for the night. */
import { inject, test } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    isNight: boolean;
  }
}

export const isNight = inject("isNight");

export const nightly = test.runIf(isNight);
