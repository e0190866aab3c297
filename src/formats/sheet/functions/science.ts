/** Distributions, regressions, number bases and units: rarely needed functions with good existing implementations. */
import {
  ARABIC,
  AVEDEV,
  BIN2DEC,
  CONVERT,
  CORREL,
  COVARIANCE,
  DEC2BIN,
  DEC2HEX,
  DEC2OCT,
  DEVSQ,
  ERF,
  FORECAST,
  GEOMEAN,
  HARMEAN,
  HEX2DEC,
  INTERCEPT,
  KURT,
  NORM,
  OCT2DEC,
  ROMAN,
  RSQ,
  SKEW,
  SLOPE,
  STANDARDIZE,
} from "@formulajs/formulajs";
import type { Scope } from "../scope.ts";
import { DIV0, Fault, isNumeric, NOT_FOUND, NUM, numericOf, VALUE, type Value } from "../values.ts";
import { callFormulaJs } from "./formulajs.ts";
import { type Library, MANY, numberAt, numbersIn, ranged, scalar, tableOf, walkMatrix } from "./signature.ts";

const overNumbers = (least: number, run: (numbers: number[]) => unknown) =>
  ranged(1, MANY, (values, scope) => {
    const numbers = numbersIn(values, scope);
    if (numbers instanceof Fault) return numbers;
    return numbers.length < least ? DIV0 : callFormulaJs(() => run(numbers));
  });

const overPositive = (run: (numbers: number[]) => unknown) =>
  overNumbers(1, (numbers) => (numbers.every((number) => number > 0) ? run(numbers) : new Error(NUM.code)));

type Pairs = { readonly first: number[]; readonly second: number[] };

/** Pairs of numbers at the same position in two ranges of equal size; positions without two numbers are skipped. */
function pairsOf(one: Value | undefined, other: Value | undefined, scope: Scope): Pairs | Fault {
  const [a, b] = [tableOf(one ?? null), tableOf(other ?? null)];
  if (a.rows !== b.rows || a.columns !== b.columns) return NOT_FOUND;
  const pairs: Pairs = { first: [], second: [] };
  const fault = walkMatrix(a, scope, (value, row, column) => {
    const beside = b.at(row, column);
    if (value instanceof Fault) return value;
    if (beside instanceof Fault) return beside;
    if (isNumeric(value) && isNumeric(beside)) {
      pairs.first.push(numericOf(value));
      pairs.second.push(numericOf(beside));
    }
    return undefined;
  });
  return fault ?? pairs;
}

const overPairs = (least: number, run: (first: number[], second: number[]) => unknown) =>
  ranged(2, 2, (values, scope) => {
    const pairs = pairsOf(values[0], values[1], scope);
    if (pairs instanceof Fault) return pairs;
    return pairs.first.length < least ? DIV0 : callFormulaJs(() => undefinedAsDiv0(run(pairs.first, pairs.second)));
  });

/** Zero divided by zero, if the values do not vary. */
const undefinedAsDiv0 = (value: unknown): unknown => (Number.isNaN(value) ? new Error(DIV0.code) : value);

const forecast = ranged(3, 3, (values, scope) => {
  const x = numberAt(values, 0, 0);
  const pairs = pairsOf(values[1], values[2], scope);
  if (x instanceof Fault) return x;
  if (pairs instanceof Fault) return pairs;
  return callFormulaJs(() => undefinedAsDiv0(FORECAST(x, pairs.first, pairs.second)));
});

const digits = (run: (text: string) => unknown) =>
  scalar(["text"], [], (text) => (text.length > 10 ? NUM : callFormulaJs(() => run(text.toUpperCase()))));

/** Padded with zeros to `places` digits. */
const inBase = (run: (value: number) => unknown) =>
  scalar(["number"], ["number"], (value, places = 0) => {
    const text = callFormulaJs(() => run(Math.trunc(value)));
    if (typeof text !== "string") return text;
    const shown = text.toUpperCase();
    if (places < 0 || places > 10 || (places > 0 && shown.length > places && value >= 0)) return NUM;
    return value < 0 ? shown : shown.padStart(Math.trunc(places), "0");
  });

/** Digits in a base from 2 to 36. */
const toBase = scalar(["number", "number"], ["number"], (value, radix, least = 0) => {
  const [whole, base, places] = [Math.trunc(value), Math.trunc(radix), Math.trunc(least)];
  if (whole < 0 || !Number.isSafeInteger(whole) || base < 2 || base > 36 || places < 0 || places > 255) return NUM;
  return whole.toString(base).toUpperCase().padStart(places, "0");
});

const fromBase = scalar(["text", "number"], [], (text, radix) => {
  const base = Math.trunc(radix);
  if (base < 2 || base > 36 || text.length > 255) return NUM;
  let value = 0;
  for (const digit of text.trim().toLowerCase()) {
    const worth = "0123456789abcdefghijklmnopqrstuvwxyz".indexOf(digit);
    if (worth === -1 || worth >= base) return NUM;
    value = value * base + worth;
  }
  return Number.isFinite(value) ? value : NUM;
});

const bits = (join: (a: bigint, b: bigint) => bigint) =>
  scalar(["number", "number"], [], (a, b) =>
    [a, b].some((value) => value < 0 || value >= 2 ** 48 || !Number.isInteger(value))
      ? NUM
      : Number(join(BigInt(a), BigInt(b))),
  );

const FORECAST_LINEAR = forecast;

export const SCIENCE: Library = {
  CORREL: overPairs(2, CORREL),
  PEARSON: overPairs(2, CORREL),
  RSQ: overPairs(2, RSQ),
  SLOPE: overPairs(2, SLOPE),
  INTERCEPT: overPairs(2, INTERCEPT),
  "COVARIANCE.P": overPairs(1, COVARIANCE.P),
  "COVARIANCE.S": overPairs(2, COVARIANCE.S),
  FORECAST: FORECAST_LINEAR,
  "FORECAST.LINEAR": FORECAST_LINEAR,
  GEOMEAN: overPositive(GEOMEAN),
  HARMEAN: overPositive(HARMEAN),
  DEVSQ: overNumbers(1, DEVSQ),
  AVEDEV: overNumbers(1, AVEDEV),
  SKEW: overNumbers(3, SKEW),
  KURT: overNumbers(4, KURT),
  STANDARDIZE: scalar(["number", "number", "number"], [], (x, mean, deviation) =>
    deviation <= 0 ? NUM : callFormulaJs(() => STANDARDIZE(x, mean, deviation)),
  ),
  "NORM.DIST": scalar(["number", "number", "number", "logical"], [], (x, mean, deviation, cumulative) =>
    deviation <= 0 ? NUM : callFormulaJs(() => NORM.DIST(x, mean, deviation, cumulative)),
  ),
  "NORM.INV": scalar(["number", "number", "number"], [], (share, mean, deviation) =>
    share <= 0 || share >= 1 || deviation <= 0 ? NUM : callFormulaJs(() => NORM.INV(share, mean, deviation)),
  ),
  "NORM.S.DIST": scalar(["number", "logical"], [], (z, cumulative) =>
    callFormulaJs(() => NORM.DIST(z, 0, 1, cumulative)),
  ),
  "NORM.S.INV": scalar(["number"], [], (share) =>
    share <= 0 || share >= 1 ? NUM : callFormulaJs(() => NORM.INV(share, 0, 1)),
  ),
  ERF: scalar(["number"], [], (x) => callFormulaJs(() => ERF(x, undefined))),
  // It iterates over all known units.
  CONVERT: scalar(
    ["number", "text", "text"],
    [],
    (value, from, to) => callFormulaJs(() => CONVERT(value, from, to)),
    () => 200,
  ),
  ROMAN: scalar(["number"], [], (value) =>
    value < 0 || value >= 4000 ? VALUE : callFormulaJs(() => ROMAN(Math.trunc(value))),
  ),
  ARABIC: scalar(["text"], [], (text) =>
    text.length > 255 ? VALUE : callFormulaJs(() => ARABIC(text.trim().toUpperCase())),
  ),
  BASE: toBase,
  DECIMAL: fromBase,
  DEC2BIN: inBase((value) => DEC2BIN(value, undefined)),
  DEC2OCT: inBase((value) => DEC2OCT(value, undefined)),
  DEC2HEX: inBase((value) => DEC2HEX(value, undefined)),
  BIN2DEC: digits(BIN2DEC),
  OCT2DEC: digits(OCT2DEC),
  HEX2DEC: digits(HEX2DEC),
  BITAND: bits((a, b) => a & b),
  BITOR: bits((a, b) => a | b),
  BITXOR: bits((a, b) => a ^ b),
};
