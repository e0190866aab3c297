/** Loans, savings, depreciation and rates of return. Payments are negative. */
import {
  CUMIPMT,
  CUMPRINC,
  DB,
  DDB,
  EFFECT,
  FV,
  IPMT,
  IRR,
  ISPMT,
  MIRR,
  NOMINAL,
  NPER,
  PDURATION,
  PMT,
  PPMT,
  PV,
  RATE,
  RRI,
  SLN,
  SYD,
} from "@formulajs/formulajs";
import type { Scope } from "../scope.ts";
import { DIV0, Fault, NUM, type Scalar, type Value } from "../values.ts";
import { callFormulaJs, MAX_PERIODS } from "./formulajs.ts";
import { type Kind, type Library, MANY, numberAt, numbersIn, ranged, result, scalar } from "./signature.ts";

/** The way formulajs reports an error. */
const NO_NUMBER = new Error("#NUM!");

/** A function of `least` numbers and up to `optional` more; an omitted argument is 0. */
function ofNumbers(
  least: number,
  optional: number,
  run: (...numbers: number[]) => unknown,
  cost?: (...numbers: number[]) => number,
) {
  const kinds = (count: number): Kind[] => Array.from({ length: count }, () => "number");
  const numbersOf = (args: readonly unknown[]) => args.map(Number);
  return scalar(
    kinds(least),
    kinds(optional),
    (...args) => callFormulaJs(() => run(...numbersOf(args))),
    (...args) => cost?.(...numbersOf(args)) ?? 0,
  );
}

/** For functions that iterate over periods: `periods` are the indexes of the arguments that count them. */
function stepping(
  { least, optional, periods }: { least: number; optional: number; periods: readonly number[] },
  run: (...numbers: number[]) => unknown,
) {
  const most = (numbers: readonly number[]) => Math.max(...periods.map((at) => numbers[at] ?? 0));
  return ofNumbers(
    least,
    optional,
    (...numbers) => (most(numbers) > MAX_PERIODS ? NO_NUMBER : run(...numbers)),
    (...numbers) => Math.max(0, Math.min(MAX_PERIODS, most(numbers))),
  );
}

/** RATE returns its last guess if it does not converge; such a result is rejected here. */
function rate(nper: number, pmt: number, pv: number, fv = 0, type = 0, guess = 0.1): unknown {
  const found: unknown = RATE(nper, pmt, pv, fv, type, guess);
  if (typeof found !== "number" || found <= -1) return NO_NUMBER;
  const growth = (1 + found) ** nper;
  const left =
    Math.abs(found) < 1e-10
      ? pv + pmt * nper + fv
      : pv * growth + (pmt * (1 + found * type) * (growth - 1)) / found + fv;
  return Math.abs(left) < 1e-4 * (Math.abs(pv) + Math.abs(pmt) + Math.abs(fv)) ? found : NO_NUMBER;
}

function presentValue(values: readonly Value[], scope: Scope): Scalar {
  const discount = numberAt(values, 0, 0);
  const flows = numbersIn(values.slice(1), scope);
  if (discount instanceof Fault) return discount;
  if (flows instanceof Fault) return flows;
  if (discount === -1) return DIV0;
  return result(flows.reduce((sum, flow, index) => sum + flow / (1 + discount) ** (index + 1), 0));
}

/** The rate at which the net present value of the cash flows is zero. */
const internalRate = ranged(1, 2, (values, scope) => {
  const flows = numbersIn(values.slice(0, 1), scope);
  const guess = numberAt(values, 1, 0.1);
  if (flows instanceof Fault) return flows;
  if (guess instanceof Fault) return guess;
  scope.charge(flows.length * 100);
  const found = callFormulaJs(() => IRR(flows, guess));
  if (typeof found !== "number") return found;
  const size = flows.reduce((sum, flow) => sum + Math.abs(flow), 0);
  const worth = flows.reduce((sum, flow, index) => sum + flow / (1 + found) ** index, 0);
  return Math.abs(worth) <= 1e-6 * size ? found : NUM;
});

const modifiedRate = ranged(3, 3, (values, scope) => {
  const flows = numbersIn(values.slice(0, 1), scope);
  const [finance, reinvest] = [numberAt(values, 1, 0), numberAt(values, 2, 0)];
  if (flows instanceof Fault) return flows;
  if (finance instanceof Fault) return finance;
  if (reinvest instanceof Fault) return reinvest;
  if (!flows.some((flow) => flow < 0) || !flows.some((flow) => flow > 0)) return DIV0;
  return callFormulaJs(() => MIRR(flows, finance, reinvest));
});

type Dated = { readonly flows: readonly number[]; readonly years: readonly number[] };

/** Cash flows, with the time of each in years of 365 days after the first. */
function datedFlows(flows: Value | undefined, dates: Value | undefined, scope: Scope): Dated | Fault {
  const amounts = numbersIn([flows ?? null], scope);
  const days = numbersIn([dates ?? null], scope);
  if (amounts instanceof Fault) return amounts;
  if (days instanceof Fault) return days;
  const [first] = days;
  if (first === undefined || amounts.length !== days.length || days.some((day) => day < first)) return NUM;
  return { flows: amounts, years: days.map((day) => (Math.floor(day) - Math.floor(first)) / 365) };
}

const worthAt = ({ flows, years }: Dated, discount: number): number =>
  flows.reduce((sum, flow, index) => sum + flow / (1 + discount) ** (years[index] ?? 0), 0);

/** Finds the root by bisection between a rate of almost -100 % and the first doubling at which the sign changes. */
function datedRate(values: readonly Value[], scope: Scope): Scalar {
  const dated = datedFlows(values[0], values[1], scope);
  if (dated instanceof Fault) return dated;
  scope.charge(dated.flows.length * 300);
  const sign = (discount: number) => Math.sign(worthAt(dated, discount));
  let [low, high] = [-0.999_999, 0.1];
  const start = sign(low);
  while (sign(high) === start && high < 1e9) high = high * 2 + 0.1;
  if (start === 0 || sign(high) === start) return NUM;
  for (let step = 0; step < 200; step++) {
    const middle = (low + high) / 2;
    if (sign(middle) === start) low = middle;
    else high = middle;
  }
  return result((low + high) / 2);
}

export const FINANCE: Library = {
  PMT: ofNumbers(3, 2, PMT),
  PV: ofNumbers(3, 2, PV),
  FV: ofNumbers(3, 2, FV),
  NPER: ofNumbers(3, 2, NPER),
  RATE: ofNumbers(3, 3, rate, () => 100),
  IPMT: ofNumbers(4, 2, IPMT),
  PPMT: ofNumbers(4, 2, PPMT),
  ISPMT: ofNumbers(4, 0, ISPMT),
  CUMIPMT: stepping({ least: 6, optional: 0, periods: [1, 3, 4] }, CUMIPMT),
  CUMPRINC: stepping({ least: 6, optional: 0, periods: [1, 3, 4] }, CUMPRINC),
  SLN: ofNumbers(3, 0, SLN),
  SYD: ofNumbers(4, 0, SYD),
  DB: stepping({ least: 4, optional: 1, periods: [2, 3] }, DB),
  DDB: stepping({ least: 4, optional: 1, periods: [2, 3] }, DDB),
  EFFECT: ofNumbers(2, 0, EFFECT),
  NOMINAL: ofNumbers(2, 0, NOMINAL),
  RRI: ofNumbers(3, 0, RRI),
  PDURATION: ofNumbers(3, 0, PDURATION),
  NPV: ranged(2, MANY, presentValue),
  IRR: internalRate,
  MIRR: modifiedRate,
  XNPV: ranged(3, 3, (values, scope) => {
    const discount = numberAt(values, 0, 0);
    const dated = datedFlows(values[1], values[2], scope);
    if (discount instanceof Fault) return discount;
    if (dated instanceof Fault) return dated;
    return discount <= -1 ? NUM : result(worthAt(dated, discount));
  }),
  XIRR: ranged(2, 3, datedRate),
};
