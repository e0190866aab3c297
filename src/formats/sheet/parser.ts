/**
 * Parses formulas like other spreadsheets (OpenFormula §5, where Excel and LibreOffice agree), by operator precedence,
 * from tightest to loosest: `-x` `+x`, `x%`, `^`, `*` `/`, `+` `-`, `&`, comparisons. So `-2^2` is 4, and `^` is
 * left-associative like all others: `2^3^2` is 64.
 *
 * Arguments are separated by commas or semicolons; with semicolons a formula needs no quotes in CSV.
 */
import { rangeOf } from "./references.ts";
import type { Node, Operator } from "./syntax.ts";
import { FormulaError, tokenize, type Token } from "./tokens.ts";
import { Fault, REF, type Scalar, Table } from "./values.ts";

export const MAX_FORMULA_LENGTH = 8_192;
const MAX_DEPTH = 64;
const MAX_ARGUMENTS = 255;

const BINDING: ReadonlyMap<string, { readonly power: number; readonly operator: Operator }> = new Map(
  (
    [
      ["=", 1],
      ["<>", 1],
      ["<", 1],
      ["<=", 1],
      [">", 1],
      [">=", 1],
      ["&", 2],
      ["+", 3],
      ["-", 3],
      ["*", 4],
      ["/", 4],
      ["^", 5],
    ] as const
  ).map(([operator, power]) => [operator, { power, operator }]),
);

const ELSEWHERE = new Fault("#REF!", "A formula can only refer to its own sheet.");

/** `source` is the formula without its leading `=`. Throws FormulaError. */
export function parseFormula(source: string): Node {
  if (source.length > MAX_FORMULA_LENGTH) {
    throw new FormulaError(`A formula can have at most ${MAX_FORMULA_LENGTH} characters.`);
  }
  return new Parser(tokenize(source)).formula();
}

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  formula(): Node {
    const node = this.#expression(0);
    if (this.#peek().kind !== "end") throw this.#surprise();
    return node;
  }

  #peek(): Token {
    return this.#tokens[this.#at] ?? { kind: "end" };
  }

  #accept(...signs: readonly string[]): string | null {
    const token = this.#peek();
    if (token.kind !== "sign" || !signs.includes(token.sign)) return null;
    this.#at++;
    return token.sign;
  }

  #surprise(): FormulaError {
    const token = this.#peek();
    if (token.kind !== "end") return new FormulaError(`Unexpected ${describe(token)} in the formula.`);
    return this.#depth > 0
      ? new FormulaError("A parenthesis is not closed. Put a formula with commas in quotes, or use semicolons.")
      : new FormulaError("The formula is incomplete.");
  }

  /** Parses everything that binds tighter than `power`. */
  #expression(power: number): Node {
    let left = this.#operand();
    for (;;) {
      const token = this.#peek();
      const binding = token.kind === "sign" ? BINDING.get(token.sign) : undefined;
      if (binding === undefined || binding.power <= power) return left;
      this.#at++;
      left = { kind: "binary", operator: binding.operator, left, right: this.#expression(binding.power) };
    }
  }

  #operand(): Node {
    let minuses = 0;
    let meets = false;
    for (let sign = this.#accept("+", "-", "@"); sign !== null; sign = this.#accept("+", "-", "@")) {
      if (sign === "-") minuses++;
      else if (sign === "@") meets = true;
    }
    let node = this.#primary();
    if (meets) node = { kind: "meet", operand: node };
    // Two minuses are kept: `--"5"` converts text to a number.
    for (let left = minuses === 0 ? 0 : 2 - (minuses % 2); left > 0; left--) node = { kind: "negate", operand: node };
    let times = 0;
    while (this.#accept("%") !== null) times++;
    return times === 0 ? node : { kind: "percent", operand: node, times };
  }

  #primary(): Node {
    const token = this.#peek();
    switch (token.kind) {
      case "number":
      case "text":
        this.#at++;
        return { kind: "constant", value: token.value };
      case "fault":
        this.#at++;
        return { kind: "constant", value: new Fault(token.code, "The formula contains this error.") };
      case "elsewhere":
        this.#at++;
        return { kind: "constant", value: ELSEWHERE };
      case "reference":
        this.#at++;
        return referenceNode(token.name);
      case "name":
        this.#at++;
        return this.#named(token.name);
      case "sign":
        if (this.#accept("(") !== null) return this.#inside(() => this.#expression(0), ")");
        if (this.#accept("{") !== null) return this.#inside(() => this.#array(), "}");
        throw this.#surprise();
      case "end":
        throw this.#surprise();
    }
  }

  #inside(parse: () => Node, close: string): Node {
    if (++this.#depth > MAX_DEPTH) throw new FormulaError(`A formula can be nested at most ${MAX_DEPTH} levels deep.`);
    const node = parse();
    if (this.#accept(close) === null) throw this.#surprise();
    this.#depth--;
    return node;
  }

  #named(name: string): Node {
    if (this.#accept("(") !== null) return this.#inside(() => this.#call(name), ")");
    if (name === "TRUE" || name === "FALSE") return { kind: "constant", value: name === "TRUE" };
    return { kind: "constant", value: new Fault("#NAME?", `There is no function or name “${name.slice(0, 40)}”.`) };
  }

  #call(name: string): Node {
    const args: Node[] = [];
    const closes = (token: Token) => token.kind === "sign" && token.sign === ")";
    const separates = (token: Token) => token.kind === "sign" && (token.sign === "," || token.sign === ";");
    if (closes(this.#peek())) return { kind: "call", name, args };
    do {
      const next = this.#peek();
      args.push(separates(next) || closes(next) ? { kind: "missing" } : this.#expression(0));
    } while (this.#accept(",", ";") !== null);
    if (args.length > MAX_ARGUMENTS) throw new FormulaError(`A function accepts at most ${MAX_ARGUMENTS} arguments.`);
    return { kind: "call", name, args };
  }

  /** `{1,2;3,4}`: constants, with commas between columns and semicolons between rows. */
  #array(): Node {
    const rows: Scalar[][] = [];
    do {
      const row: Scalar[] = [];
      do row.push(this.#element());
      while (this.#accept(",") !== null);
      rows.push(row);
    } while (this.#accept(";") !== null);
    const columns = rows[0]?.length ?? 0;
    if (rows.some((row) => row.length !== columns)) {
      throw new FormulaError("The rows of an array in braces have different lengths.");
    }
    return { kind: "array", table: new Table(rows.length, columns, rows.flat()) };
  }

  #element(): Scalar {
    const sign = this.#accept("-", "+") === "-" ? -1 : 1;
    const node = this.#primary();
    if (node.kind !== "constant") throw new FormulaError("An array in braces can contain only constants.");
    return typeof node.value === "number" ? node.value * sign : node.value;
  }
}

function referenceNode(name: string): Node {
  const reach = rangeOf(name);
  if (!reach) return { kind: "constant", value: REF };
  return name.includes(":") ? { kind: "range", reach } : { kind: "cell", row: reach.top, column: reach.left };
}

function describe(token: Token): string {
  switch (token.kind) {
    case "number":
      return `the number ${token.value}`;
    case "text":
      return "a text";
    case "fault":
      return token.code;
    case "reference":
    case "elsewhere":
    case "name":
      return `“${token.name.slice(0, 40)}”`;
    case "sign":
      return `“${token.sign}”`;
    case "end":
      return "its end";
  }
}
