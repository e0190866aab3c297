/**
 * Adapter for formulajs. Its functions use plain JavaScript values: they only receive finite numbers, and their results
 * are converted to values or faults. We use the parts that work on plain numbers: finance, distributions, regressions,
 * number bases, units.
 *
 * Not used, because they are wrong in version 4.6.1 or unsafe for untrusted input: MOD(-4,2) is 2; SUBSTITUTE counts
 * the wrong occurrence; SEARCH does not support wildcards; PROPER and the criteria of COUNTIF use ASCII and
 * JavaScript's `==`; ROUND loses numbers below 1e-6; FACT(-1) and COMBIN(1E9,1) never return; LCM of a fraction and
 * XIRR may loop forever; MAX over a long range overflows the stack; dates depend on the machine's time zone, and 1900
 * has a 29 February.
 */
import { DIV0, type Fault, NOT_FOUND, NUM, type Scalar, VALUE } from "../values.ts";

/** Upper limit for arguments that determine a number of iterations. */
export const MAX_PERIODS = 10_000;

/** Calls a formulajs function with checked arguments. Do not call our own code inside. */
export function callFormulaJs(run: () => unknown): Scalar {
  try {
    return fromForeign(run());
  } catch {
    return VALUE;
  }
}

function fromForeign(value: unknown): Scalar {
  if (typeof value === "number") return Number.isFinite(value) ? value : NUM;
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (!(value instanceof Error)) return VALUE;
  return FAULTS.get(value.message) ?? VALUE;
}

const FAULTS: ReadonlyMap<string, Fault> = new Map([DIV0, NOT_FOUND, NUM].map((fault) => [fault.code, fault]));
