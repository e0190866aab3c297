/** Functions that choose between values and combine conditions. Values that are not chosen are not evaluated. */
import type { Scope } from "../scope.ts";
import { toLogical } from "../typed-input.ts";
import type { Node } from "../syntax.ts";
import { spread } from "../operators.ts";
import { compare, Fault, Matrix, NOT_FOUND, type Scalar, VALUE, type Value } from "../values.ts";
import { lazy, type Library, MANY, scalarOf, ranged, scalar, walkMatrix } from "./signature.ts";

const condition = (node: Node | undefined, scope: Scope): boolean | Fault =>
  node ? toLogical(scalarOf(scope.evaluate(node))) : false;

const valueOf = (node: Node | undefined, scope: Scope, otherwise: Scalar): Value =>
  node ? scope.evaluate(node) : otherwise;

const IF = lazy(2, 3, (args, scope) => {
  const [test, then, otherwise] = args;
  const tested = test ? scope.evaluate(test) : null;
  if (tested instanceof Matrix) {
    // Element by element, both branches may be needed.
    return spread(
      [tested, valueOf(then, scope, null), valueOf(otherwise, scope, false)],
      scope.charge,
      ([t = null, a = null, b = null]) => {
        const chosen = toLogical(t);
        return chosen instanceof Fault ? chosen : chosen ? a : b;
      },
    );
  }
  const chosen = toLogical(tested);
  if (chosen instanceof Fault) return chosen;
  return chosen ? valueOf(then, scope, null) : valueOf(otherwise, scope, false);
});

const IFS = lazy(2, MANY, (args, scope) => {
  if (args.length % 2 === 1) return NOT_FOUND;
  for (let index = 0; index < args.length; index += 2) {
    const chosen = condition(args[index], scope);
    if (chosen instanceof Fault) return chosen;
    if (chosen) return valueOf(args[index + 1], scope, null);
  }
  return NOT_FOUND;
});

const SWITCH = lazy(3, MANY, ([subject, ...cases], scope) => {
  const value = subject ? scalarOf(scope.evaluate(subject)) : null;
  if (value instanceof Fault) return value;
  for (let index = 0; index + 1 < cases.length; index += 2) {
    const order = compare(value, scalarOf(valueOf(cases[index], scope, null)));
    if (order instanceof Fault) return order;
    if (order === 0) return valueOf(cases[index + 1], scope, null);
  }
  return cases.length % 2 === 1 ? valueOf(cases.at(-1), scope, null) : NOT_FOUND;
});

const CHOOSE = lazy(2, MANY, ([index, ...choices], scope) => {
  const number = index ? choiceOf(scalarOf(scope.evaluate(index))) : VALUE;
  if (number instanceof Fault) return number;
  const chosen = choices[number - 1];
  return chosen ? scope.evaluate(chosen) : VALUE;
});

function choiceOf(value: Scalar): number | Fault {
  if (value instanceof Fault) return value;
  const number = Math.trunc(Number(typeof value === "object" && value !== null ? value.serial : value));
  return number >= 1 ? number : VALUE;
}

const rescue = (caught: (fault: Fault) => boolean) =>
  lazy(2, 2, ([attempt, otherwise], scope) => {
    const value = attempt ? scope.evaluate(attempt) : null;
    if (value instanceof Matrix) {
      return spread([value, valueOf(otherwise, scope, null)], scope.charge, ([a = null, b = null]) =>
        a instanceof Fault && caught(a) ? b : a,
      );
    }
    return value instanceof Fault && caught(value) ? valueOf(otherwise, scope, null) : value;
  });

/** AND, OR and XOR over all logicals and numbers; text and blanks in ranges are ignored. */
const combine = (start: boolean, join: (all: boolean, next: boolean) => boolean) =>
  ranged(1, MANY, (values, scope) => {
    let all = start;
    let any = false;
    const take = (value: boolean) => {
      any = true;
      all = join(all, value);
    };
    for (const value of values) {
      if (value instanceof Matrix) {
        const fault = walkMatrix(value, scope, (element) => {
          if (element instanceof Fault) return element;
          if (typeof element !== "string" && element !== null) take(toLogical(element) === true);
          return undefined;
        });
        if (fault) return fault;
      } else {
        const logical = toLogical(value);
        if (logical instanceof Fault) return logical;
        take(logical);
      }
    }
    return any ? all : VALUE;
  });

export const LOGIC: Library = {
  IF,
  IFS,
  SWITCH,
  CHOOSE,
  IFERROR: rescue(() => true),
  IFNA: rescue((fault) => fault.code === "#N/A"),
  AND: combine(true, (all, next) => all && next),
  OR: combine(false, (all, next) => all || next),
  XOR: combine(false, (all, next) => all !== next),
  NOT: scalar(["logical"], [], (value) => !value),
  TRUE: scalar([], [], () => true),
  FALSE: scalar([], [], () => false),
};
