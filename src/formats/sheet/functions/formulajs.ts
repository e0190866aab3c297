/**
 * The border to formulajs. Its functions take and give JavaScript's values: they get finite numbers alone, and what comes
 * back is made a value or a fault. Taken from it is what works on plain numbers: finance, distributions, regressions,
 * number bases, units.
 *
 * Not taken, because version 4.6.1 has them wrong or unsafe for other people's input: MOD(-4,2) is 2; SUBSTITUTE counts the
 * wrong occurrence; SEARCH knows no wildcards; PROPER and the criteria of COUNTIF know ASCII and JavaScript's `==`; ROUND
 * loses numbers below 1e-6; FACT(-1) and COMBIN(1E9,1) never return; LCM of a fraction and XIRR may loop for ever; MAX over
 * a long range overflows the stack; dates depend on the machine's time zone, and 1900 has a 29 February.
 */
import { DIV0, type Fault, NOT_FOUND, NUM, type Scalar, VALUE } from "../values.ts";

/** Functions there that loop so many times as an argument says get at most this. */
export const MAX_PERIODS = 10_000;

/** Runs a function of formulajs on checked arguments. Nothing of ours may run inside. */
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
