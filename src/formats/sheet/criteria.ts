/** Conditions of COUNTIF and similar functions: `5`, `">=5"`, `"<>open"`, `"a*"`, `""`. */
import { keyOf } from "./cache.ts";
import { numberIn } from "./typed-input.ts";
import { compare, Fault, FAULT_CODES, fold, isNumeric, type Scalar, VALUE } from "./values.ts";
import { hasWildcards, MAX_PATTERN_LENGTH, matchesWhole, PATTERN_COST, patternOf } from "./wildcards.ts";

export type Criterion = {
  readonly test: (value: Scalar) => boolean;
  /** The key that exactly the matching values have; undefined if there is none. */
  readonly key?: number | string | boolean;
  /** Cost of one test, in cells. */
  readonly cost: number;
};

const FORM = /^(<>|<=|>=|=|<|>)?(.*)$/s;

export function criterionOf(wanted: Scalar): Criterion | Fault {
  if (wanted instanceof Fault) return sameFault(wanted.code);
  if (typeof wanted !== "string") return equal(wanted ?? 0);
  const [, operator, operand = ""] = FORM.exec(wanted) ?? [];
  if (operator === undefined || operator === "=") return equalText(operand, operator === "=");
  if (operator === "<>") {
    const same = equalText(operand, true);
    return same instanceof Fault ? same : { test: (value) => !same.test(value), cost: same.cost };
  }
  const bound = valueOf(operand);
  return { test: (value) => isBeyond(value, operator, bound), cost: 1 };
}

/** The value that a criterion's operand spells. */
function valueOf(operand: string): Scalar {
  const word = operand.trim().toUpperCase();
  if (word === "TRUE" || word === "FALSE") return word === "TRUE";
  return numberIn(operand.trim()) ?? operand;
}

/** The key is never null here, to exclude blanks. */
function equal(wanted: Scalar): Criterion {
  const key = keyOf(wanted);
  return { test: (value) => keyOf(value) === key, cost: 1, ...(key !== null && { key }) };
}

/** `"="` alone matches blank cells, `""` also cells with empty text. */
function equalText(operand: string, strict: boolean): Criterion | Fault {
  if (operand === "") return { test: (value) => value === null || (!strict && value === ""), cost: 1 };
  const value = valueOf(operand);
  if (typeof value !== "string") return equal(value);
  const fault = FAULT_CODES.find((code) => code === operand.toUpperCase());
  if (fault) return sameFault(fault);
  if (!hasWildcards(operand)) return equal(fold(operand));
  if (operand.length > MAX_PATTERN_LENGTH) return VALUE;
  const pattern = patternOf(operand);
  return { test: (text) => typeof text === "string" && matchesWhole(pattern, text), cost: PATTERN_COST };
}

const sameFault = (code: string): Criterion => ({
  test: (value) => value instanceof Fault && value.code === code,
  cost: 1,
});

/** Only values of the same type are compared; all others fail. */
function isBeyond(value: Scalar, operator: string, bound: Scalar): boolean {
  const comparable = isNumeric(bound) ? isNumeric(value) : value !== null && typeof value === typeof bound;
  const order = comparable ? compare(value, bound) : null;
  if (typeof order !== "number") return false;
  return order < 0 ? operator.startsWith("<") : order > 0 ? operator.startsWith(">") : operator.length === 2;
}
