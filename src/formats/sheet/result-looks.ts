/**
 * The display style of formula results without a format: that of their operands or their column, without binary
 * rounding noise. `=D2-C2` over prices is −4.65, not −4.649999999999977.
 */
import type { CellFormat } from "./cell-format.ts";
import {
  COUNTED,
  eitherOf,
  type Looks,
  looksFormatted,
  looksTyped,
  NEUTRAL,
  productOf,
  quotientOf,
  sumOf,
  UNKNOWN,
} from "./number-looks.ts";
import { MAX_COLUMNS } from "./references.ts";
import { type Node, type Reach, reachOf } from "./syntax.ts";
import { isFormula, readTyped } from "./typed-input.ts";

/** The parts of a sheet that determine styles. */
export type LooksSource = {
  readonly rows: () => number;
  readonly field: (row: number, column: number) => string | undefined;
  readonly node: (row: number, column: number) => Node | null;
  readonly format: (row: number, column: number) => CellFormat | null;
};

/** Maximum depth of formulas that depend on formulas; deeper ones are assumed to have the same style. */
const MAX_DEPTH = 40;
/** Maximum cells of one range, and rows of a column, that are examined. */
const MAX_CELLS = 1_000;
const MAX_ROWS = 500;
/** Formulas with more parts are not examined. */
const MAX_PARTS = 200;

const ADDING = new Set(["SUM", "SUBTOTAL", "AGGREGATE", "LARGE", "SMALL", "MIN", "MAX", "ABS", "MOD", "MINA", "MAXA"]);
const CONDITIONAL = new Set(["SUMIF", "AVERAGEIF"]);
const CONDITIONAL_FIRST = new Set(["SUMIFS", "MINIFS", "MAXIFS", "AVERAGEIFS"]);
const MEAN = /^(?:AVERAGE|MEDIAN|MODE|STDEV|QUARTILE|PERCENTILE|TRIMMEAN|GEOMEAN|HARMEAN)/;
const ROUNDING = /^(?:ROUND|ROUNDUP|ROUNDDOWN|TRUNC|INT|CEILING|FLOOR|MROUND)(?:\.|$)/;
const COUNTING = /^(?:COUNT|ROW|COLUMN|LEN|MATCH|XMATCH|RANK)/;
/** The arguments that the function's value is chosen from. */
const CHOOSING: ReadonlyMap<string, (args: readonly Node[]) => readonly Node[]> = new Map([
  ["IF", (args: readonly Node[]) => args.slice(1)],
  ["IFERROR", (args: readonly Node[]) => args],
  ["IFNA", (args: readonly Node[]) => args],
  ["CHOOSE", (args: readonly Node[]) => args.slice(1)],
  ["IFS", (args: readonly Node[]) => args.filter((_, index) => index % 2 === 1)],
  ["XLOOKUP", (args: readonly Node[]) => args.slice(2, 4)],
]);

export class ResultLooks {
  readonly #source: LooksSource;
  readonly #cells = new Map<number, Looks>();
  readonly #columns = new Map<number, Looks>();
  readonly #open = new Set<number>();
  #parts = 0;

  constructor(source: LooksSource) {
    this.#source = source;
  }

  /** The style of a formula's numeric result. */
  of(row: number, column: number): Looks {
    if (this.#open.size === 0) this.#parts = 0;
    const looks = this.#ofCell(row, column) ?? UNKNOWN;
    if (looks.isBare || looks.unit?.kind === "currency" || looks.isChosen) return looks;
    const own = this.#ofColumn(column);
    if (own.least === 0 && own.unit === null) return looks;
    // Extra decimals of products and quotients are rounded to those of the column.
    const least = Math.max(looks.least, own.least);
    return { ...looks, unit: looks.unit ?? own.unit, least, most: least };
  }

  /** Null for a cell without a number, and for one that depends on itself. */
  #ofCell(row: number, column: number): Looks | null {
    const key = row * MAX_COLUMNS + column;
    const known = this.#cells.get(key);
    if (known) return known;
    if (this.#open.has(key) || this.#open.size > MAX_DEPTH) return null;
    const field = this.#source.field(row, column) ?? "";
    if (field === "") return null;
    this.#open.add(key);
    const own = this.#ofField(field, row, column);
    this.#open.delete(key);
    const format = this.#source.format(row, column);
    const looks = own && format ? (looksFormatted(format, isFormula(field) ? null : own) ?? own) : own;
    if (looks) this.#cells.set(key, looks);
    return looks;
  }

  #ofField(field: string, row: number, column: number): Looks | null {
    if (!isFormula(field)) return typeof readTyped(field) === "number" ? looksTyped(field) : null;
    const node = this.#source.node(row, column);
    return node && this.#ofNode(node);
  }

  #ofNode(node: Node): Looks {
    this.#parts += 1;
    if (this.#parts > MAX_PARTS) return UNKNOWN;
    const reach = reachOf(node);
    if (reach) return this.#ofReach(reach);
    switch (node.kind) {
      case "constant":
        return typeof node.value === "number" ? { ...NEUTRAL, most: looksTyped(String(node.value)).most } : NEUTRAL;
      case "negate":
      case "meet":
        return this.#ofNode(node.operand);
      case "percent": {
        const inner = this.#ofNode(node.operand);
        return { ...inner, most: inner.most === null ? null : inner.most + 2 * node.times };
      }
      case "binary":
        return this.#ofBinary(node);
      case "call":
        return this.#ofCall(node.name, node.args);
      default:
        return NEUTRAL;
    }
  }

  #ofBinary({ operator, left, right }: Extract<Node, { kind: "binary" }>): Looks {
    const of = { "+": sumOf, "-": sumOf, "*": productOf, "/": quotientOf }[operator as string];
    if (of) return of(this.#ofNode(left), this.#ofNode(right));
    return operator === "^" ? { ...NEUTRAL, most: null } : UNKNOWN;
  }

  #ofCall(name: string, args: readonly Node[]): Looks {
    const [first, second, third] = args;
    if (first === undefined || COUNTING.test(name)) return COUNTED;
    const choices = CHOOSING.get(name)?.(args);
    if (choices) return this.#all(choices, eitherOf);
    if (name === "VLOOKUP") return this.#ofLookup(second, third);
    if (name === "INDEX") return this.#ofLookup(first, third ?? { kind: "constant", value: 1 });
    if (CONDITIONAL.has(name)) return inexact(this.#ofNode(third ?? first), name);
    if (CONDITIONAL_FIRST.has(name)) return inexact(this.#ofNode(first), name);
    if (ADDING.has(name)) return this.#all(args, sumOf);
    if (MEAN.test(name)) return { ...this.#all(args, sumOf), most: null };
    if (name === "PRODUCT" || name === "SUMPRODUCT") return this.#all(args, productOf);
    if (!ROUNDING.test(name)) return UNKNOWN;
    const rounded = this.#ofNode(first);
    const digits = second === undefined ? 0 : second.kind === "constant" ? second.value : null;
    if (typeof digits !== "number" || !name.startsWith("ROUND")) return { ...rounded, most: null };
    const most = Math.max(0, digits);
    return { ...rounded, least: Math.min(rounded.least, most), most, isBare: rounded.unit === null };
  }

  #all(nodes: readonly Node[], of: (a: Looks, b: Looks) => Looks): Looks {
    return nodes
      .map((node) => this.#ofNode(node))
      .reduce((a, b) => (a === NEUTRAL ? b : b === NEUTRAL ? a : of(a, b)), NEUTRAL);
  }

  /** The style of the looked-up column, if its index is a constant. */
  #ofLookup(table: Node | undefined, index: Node | undefined): Looks {
    const reach = reachOf(table);
    if (!reach || index?.kind !== "constant" || typeof index.value !== "number") return UNKNOWN;
    const column = reach.left + Math.trunc(index.value) - 1;
    return this.#ofReach({ ...reach, left: column, right: column });
  }

  #ofReach({ top, left, bottom, right }: Reach): Looks {
    const last = Math.min(bottom ?? Infinity, this.#source.rows() - 1);
    const width = (right ?? left) - left + 1;
    let found = NEUTRAL;
    let looked = 0;
    for (let row = top; row <= last; row++) {
      for (let column = left; column < left + width; column++) {
        if (++looked > MAX_CELLS) return { ...found, most: null };
        const looks = this.#ofCell(row, column);
        if (looks) found = found === NEUTRAL ? looks : sumOf(found, looks);
      }
    }
    return found;
  }

  /** The style of a column's typed numbers, if they all share it. */
  #ofColumn(column: number): Looks {
    const known = this.#columns.get(column);
    if (known) return known;
    let found = NEUTRAL;
    for (let row = 0; row < Math.min(this.#source.rows(), MAX_ROWS); row++) {
      const field = this.#source.field(row, column) ?? "";
      const looks = isFormula(field) || field === "" ? null : this.#ofCell(row, column);
      if (looks) found = found === NEUTRAL ? looks : eitherOf(found, looks);
    }
    this.#columns.set(column, found);
    return found;
  }
}

const inexact = (looks: Looks, name: string): Looks => (name.startsWith("AVERAGE") ? { ...looks, most: null } : looks);
