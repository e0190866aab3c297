/** Functions that test the type of a value. */
import { toNumber } from "../typed-input.ts";
import { Fault, FAULT_CODES, isNumeric, NOT_FOUND, type Scalar } from "../values.ts";
import { lazy, type Library, scalar } from "./signature.ts";

const is = (test: (value: Scalar) => boolean) => scalar(["value"], [], test);

const parity = (odd: boolean) => scalar(["number"], [], (value) => Math.abs(Math.trunc(value)) % 2 === (odd ? 1 : 0));

/** The numbers of ERROR.TYPE; our own errors follow. */
function errorType(value: Scalar): Scalar {
  return value instanceof Fault ? FAULT_CODES.indexOf(value.code) + 1 : NOT_FOUND;
}

function typeNumber(value: Scalar): Scalar {
  if (value instanceof Fault) return 16;
  return typeof value === "string" ? 2 : typeof value === "boolean" ? 4 : 1;
}

export const INFORMATION: Library = {
  ISBLANK: is((value) => value === null),
  ISNUMBER: is(isNumeric),
  ISTEXT: is((value) => typeof value === "string"),
  ISNONTEXT: is((value) => typeof value !== "string"),
  ISLOGICAL: is((value) => typeof value === "boolean"),
  ISERROR: is((value) => value instanceof Fault),
  ISERR: is((value) => value instanceof Fault && value.code !== "#N/A"),
  ISNA: is((value) => value instanceof Fault && value.code === "#N/A"),
  ISDATE: is((value) => typeof value === "object" && value !== null && "unit" in value && value.unit !== "time"),
  ISREF: lazy(1, 1, ([node]) => node?.kind === "cell" || node?.kind === "range"),
  ISEVEN: parity(false),
  ISODD: parity(true),
  NA: lazy(0, 0, () => NOT_FOUND),
  N: scalar(["value"], [], (value) => (typeof value === "string" ? 0 : toNumber(value))),
  TYPE: scalar(["value"], [], typeNumber),
  "ERROR.TYPE": scalar(["value"], [], errorType),
};
