/** Arithmetic, rounding and trigonometry. */
import { negate, plus, power, unitOf } from "../operators.ts";
import { DIV0, Fault, Matrix, Moment, momentOf, NUM, type Scalar, VALUE, type Value } from "../values.ts";
import type { Scope } from "../scope.ts";
import { toNumber } from "../typed-input.ts";
import { type Library, MANY, numbersIn, ranged, result, scalar, tableOf, walkMatrix } from "./signature.ts";

/** Rounded to the 15 digits that a sheet shows, so that 1.1*1.1*100 rounds up to 121 and not to 122. */
const shown = (value: number): number => Number(value.toPrecision(15));

/** Multiplies by a power of ten, in decimal: 1.005 shifted by 2 is 100.5. */
function shift(value: number, digits: number): number {
  const [mantissa = "0", exponent = "0"] = String(value).split("e");
  return Number(`${mantissa}e${Number(exponent) + digits}`);
}

/** Symmetric about zero: rounds the absolute value and restores the sign. */
const rounding = (toWhole: (value: number) => number) => (value: number, digits: number) => {
  const places = Math.max(-400, Math.min(400, Math.trunc(digits)));
  const moved = shift(shown(Math.abs(value)), places);
  // A number without digits at that position is unchanged.
  return Number.isFinite(moved) ? result(Math.sign(value) * shift(toWhole(moved), -places)) : value;
};

export const round = rounding((value) => Math.floor(value + 0.5));
const roundUp = rounding(Math.ceil);
const roundDown = rounding(Math.floor);

/** Rounds down, but a value that is an integer to 15 digits becomes that integer. */
const floor = (value: number): number => Math.floor(shown(value));
const ceil = (value: number): number => Math.ceil(shown(value));

/** The multiple of `step` nearest to a value in the direction of `toWhole`. */
const multiple = (toWhole: (value: number) => number) => (value: number, step: number) =>
  step === 0 ? 0 : value > 0 && step < 0 ? NUM : result(shown(toWhole(value / step) * step));

const ceiling = multiple(ceil);
const floorTo = multiple(floor);

/** CEILING.MATH and FLOOR.MATH: the sign of the step is ignored; `mode` reverses the direction for negative numbers. */
const multipleMath = (up: boolean) =>
  scalar(["number"], ["number", "number"], (value, step = 1, mode = 0) => {
    const away = value < 0 && mode !== 0 ? !up : up;
    return step === 0 ? 0 : result(shown((away ? ceil : floor)(value / Math.abs(step)) * Math.abs(step)));
  });

const rounded = (run: (value: number, digits: number) => Scalar) =>
  scalar(["number"], ["number"], (value, digits = 0) => run(value, digits));

const one = (run: (value: number) => number) => scalar(["number"], [], (value) => result(run(value)));

function sum(values: readonly Value[], scope: Scope): Scalar {
  let total = 0;
  let times = values.length > 0;
  for (const value of values) {
    if (value instanceof Matrix) {
      const tally = scope.cache.tally(value);
      if (tally.fault) return tally.fault;
      total += tally.sum;
      times &&= tally.unit === "time" || tally.count === 0;
    } else {
      const number = toNumber(value);
      if (number instanceof Fault) return number;
      total = plus(total, number);
      times &&= unitOf(value) === "time";
    }
  }
  return times && total !== 0 ? momentOf(total, "time") : result(total);
}

function sumProduct(values: readonly Value[], scope: Scope): Scalar {
  const [first, ...others] = values.map(tableOf);
  if (!first || others.some(({ rows, columns }) => rows !== first.rows || columns !== first.columns)) return VALUE;
  let total = 0;
  const fault = walkMatrix(first, scope, (element, row, column) => {
    let product = factorOf(element);
    for (const other of others) {
      const factor = factorOf(other.at(row, column));
      if (product instanceof Fault) break;
      product = factor instanceof Fault ? factor : product * factor;
    }
    if (product instanceof Fault) return product;
    total += product;
    return undefined;
  });
  return fault ?? result(total);
}

/** Text, logicals and blanks count as 0. */
const factorOf = (value: Scalar): number | Fault =>
  typeof value === "number" || value instanceof Fault ? value : typeof value === "object" && value ? value.serial : 0;

const overNumbers = (run: (numbers: readonly number[]) => Scalar) =>
  ranged(1, MANY, (values, scope) => {
    const numbers = numbersIn(values, scope);
    return numbers instanceof Fault ? numbers : run(numbers);
  });

function greatestDivisor(a: number, b: number): number {
  let [x, y] = [a, b];
  while (y > 0) [x, y] = [y, x % y];
  return x;
}

/** GCD and LCM accept whole numbers from 0 up to the largest exact one. */
const overWholes = (join: (a: number, b: number) => number) =>
  overNumbers((numbers) => {
    const wholes = numbers.map(Math.trunc);
    if (wholes.some((whole) => whole < 0 || !Number.isSafeInteger(whole))) return NUM;
    return result(wholes.length === 0 ? 0 : wholes.reduce(join));
  });

function factorial(value: number): Scalar {
  const whole = Math.trunc(value);
  if (whole < 0 || whole > 170) return NUM;
  let product = 1;
  for (let factor = 2; factor <= whole; factor++) product *= factor;
  return product;
}

/** The product of (from+1)…to divided by 1…(to-from), factor by factor, so that no factorial overflows. */
function combinations(n: number, k: number): Scalar {
  const [of, chosen] = [Math.trunc(n), Math.trunc(k)];
  if (of < 0 || chosen < 0 || chosen > of) return NUM;
  const fewer = Math.min(chosen, of - chosen);
  let product = 1;
  // Each step at least doubles it, so it ends or overflows soon.
  for (let i = 1; i <= fewer && product < Infinity; i++) product = (product * (of - fewer + i)) / i;
  return result(Math.round(product));
}

function logarithm(value: number, base: number): Scalar {
  if (value <= 0 || base <= 0) return NUM;
  if (base === 1) return DIV0;
  if (base === 10) return Math.log10(value);
  return base === 2 ? Math.log2(value) : Math.log(value) / Math.log(base);
}

const toEven = (value: number): number => Math.sign(value) * 2 * Math.ceil(Math.abs(value) / 2);
const toOdd = (value: number): number => (value < 0 ? -1 : 1) * (2 * Math.ceil((Math.abs(value) - 1) / 2) + 1);

export const MATH: Library = {
  SUM: ranged(1, MANY, sum),
  SUMPRODUCT: ranged(1, MANY, sumProduct),
  SUMSQ: overNumbers((numbers) => result(numbers.reduce((total, number) => total + number * number, 0))),
  PRODUCT: overNumbers((numbers) => (numbers.length === 0 ? 0 : result(numbers.reduce((all, next) => all * next, 1)))),
  GCD: overWholes(greatestDivisor),
  LCM: overWholes((a, b) => (a === 0 || b === 0 ? 0 : (a / greatestDivisor(a, b)) * b)),
  ROUND: rounded(round),
  ROUNDUP: rounded(roundUp),
  ROUNDDOWN: rounded(roundDown),
  TRUNC: rounded(roundDown),
  INT: one(floor),
  CEILING: scalar(["number"], ["number"], (value, step = 1) => ceiling(value, step)),
  FLOOR: scalar(["number"], ["number"], (value, step = 1) => (step === 0 && value !== 0 ? DIV0 : floorTo(value, step))),
  "CEILING.MATH": multipleMath(true),
  "FLOOR.MATH": multipleMath(false),
  MROUND: scalar(["number", "number"], [], (value, step) =>
    value * step < 0 ? NUM : multiple((quotient) => Math.round(shown(quotient)))(value, step),
  ),
  EVEN: one(toEven),
  ODD: one(toOdd),
  ABS: scalar(["value"], [], (value) => {
    const number = toNumber(value);
    if (number instanceof Fault) return number;
    return number < 0 ? negate(value) : value instanceof Moment ? value : number;
  }),
  SIGN: one(Math.sign),
  SQRT: scalar(["number"], [], (value) => (value < 0 ? NUM : Math.sqrt(value))),
  SQRTPI: scalar(["number"], [], (value) => (value < 0 ? NUM : Math.sqrt(value * Math.PI))),
  POWER: scalar(["number", "number"], [], power),
  EXP: one(Math.exp),
  LN: scalar(["number"], [], (value) => (value <= 0 ? NUM : Math.log(value))),
  LOG: scalar(["number"], ["number"], (value, base = 10) => logarithm(value, base)),
  LOG10: scalar(["number"], [], (value) => logarithm(value, 10)),
  // The result has the divisor's sign.
  MOD: scalar(["number", "number"], [], (value, divisor) =>
    divisor === 0 ? DIV0 : result(((value % divisor) + divisor) % divisor),
  ),
  QUOTIENT: scalar(["number", "number"], [], (value, divisor) =>
    divisor === 0 ? DIV0 : result(Math.trunc(value / divisor)),
  ),
  FACT: scalar(["number"], [], factorial),
  COMBIN: scalar(["number", "number"], [], combinations),
  PERMUT: scalar(["number", "number"], [], (n, k) => {
    const [of, chosen] = [Math.trunc(n), Math.trunc(k)];
    if (of < 0 || chosen < 0 || chosen > of) return NUM;
    let product = 1;
    for (let i = 0; i < chosen && product < Infinity; i++) product *= of - i;
    return result(product);
  }),
  PI: scalar([], [], () => Math.PI),
  DEGREES: one((angle) => (angle * 180) / Math.PI),
  RADIANS: one((angle) => (angle * Math.PI) / 180),
  SIN: one(Math.sin),
  COS: one(Math.cos),
  TAN: one(Math.tan),
  ASIN: one(Math.asin),
  ACOS: one(Math.acos),
  ATAN: one(Math.atan),
  ATAN2: scalar(["number", "number"], [], (x, y) => (x === 0 && y === 0 ? DIV0 : Math.atan2(y, x))),
  SINH: one(Math.sinh),
  COSH: one(Math.cosh),
  TANH: one(Math.tanh),
};
