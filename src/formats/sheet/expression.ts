/** Evaluates a formula's syntax tree. */
import { sheetFunction } from "./functions/index.ts";
import { implicitIntersection } from "./implicit-intersection.ts";
import { applyOperator, checked, negate, spread } from "./operators.ts";
import type { Scope } from "./scope.ts";
import type { Node } from "./syntax.ts";
import { toNumber } from "./typed-input.ts";
import { Fault, Matrix, type Scalar, textCost, type Value } from "./values.ts";

export function evaluateNode(node: Node, scope: Scope): Value {
  switch (node.kind) {
    case "constant":
      return node.value;
    case "array":
      return node.table;
    case "cell":
      return scope.read({ top: node.row, left: node.column, bottom: node.row, right: node.column }).at(0, 0);
    case "range":
      return scope.read(node.reach);
    case "missing":
      return null;
    case "negate":
      return each(scope.evaluate(node.operand), scope, negate);
    case "percent":
      return each(scope.evaluate(node.operand), scope, (value) => percent(value, node.times));
    case "meet": {
      const value = scope.evaluate(node.operand);
      return value instanceof Matrix ? implicitIntersection(value, scope) : value;
    }
    case "binary":
      return evaluateChain(node, scope);
    case "call":
      return call(node, scope);
  }
}

/** The tree of `a+b+c+…` is as deep on the left as it is long, so its left side is traversed iteratively. */
function evaluateChain(last: Node & { kind: "binary" }, scope: Scope): Value {
  const chain: (Node & { kind: "binary" })[] = [];
  let first: Node = last;
  for (; first.kind === "binary"; first = first.left) chain.push(first);
  let value = scope.evaluate(first);
  for (const { operator, right } of chain.toReversed()) {
    const other = scope.evaluate(right);
    if (value instanceof Matrix || other instanceof Matrix) {
      value = spread([value, other], scope.charge, ([a = null, b = null]) => applyOperator(operator, a, b));
    } else {
      scope.charge(textCost(value) + textCost(other));
      value = applyOperator(operator, value, other);
    }
  }
  return value;
}

function each(value: Value, scope: Scope, run: (value: Scalar) => Scalar): Value {
  return value instanceof Matrix ? spread([value], scope.charge, ([a = null]) => run(a)) : run(value);
}

function percent(value: Scalar, times: number): Scalar {
  const number = toNumber(value);
  return number instanceof Fault ? number : checked(number / 100 ** times);
}

function call({ name, args }: Node & { kind: "call" }, scope: Scope): Value {
  const found = sheetFunction(name);
  if (!found) return new Fault("#NAME?", `There is no function called ${name.slice(0, 40)}.`);
  scope.charge(1);
  if (args.length < found.least || args.length > found.most) {
    return new Fault("#N/A", `${name} takes ${count(found)}, not ${args.length}.`);
  }
  return found.run(args, scope);
}

function count({ least, most }: { readonly least: number; readonly most: number }): string {
  const range = least === most ? String(least) : most > 200 ? `at least ${least}` : `${least} to ${most}`;
  return `${range} ${range === "1" ? "argument" : "arguments"}`;
}
