/**
 * Filters of Obsidian's bases as queries: comparisons, `&&`, `||`, `!`, and the functions that queries have too. Pure.
 */
import { foldKey } from "../../properties/front-matter.ts";
import { moved, propertyOf, textOf, unfolded, Unsupported, valueOf, type Expression } from "./filter-operands.ts";
import { allOf, OPERATORS_OF, type FieldType, type Operator, type Query, type QueryValue } from "../../query/query.ts";

/** `query` is null for a condition that every page meets; `folder` restricts the pages to those in a folder. */
export type Filter = { readonly query: Query | null; readonly folder: string | null };

/** The type of a property by its folded name. */
export type TypeOf = (name: string) => FieldType;

const MAX_LENGTH = 2_000;
const MAX_DEPTH = 20;
const TOKEN =
  /\s*(?:("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(\d+(?:\.\d+)?)|([\p{L}_$][\p{L}\p{N}_$-]*)|(==|!=|<=|>=|&&|\|\||[!<>()[\].,+-]))/uy;

type Token = { readonly kind: "text" | "number" | "word" | "sign"; readonly words: string };

function tokensOf(source: string): Token[] {
  if (source.length > MAX_LENGTH) throw new Unsupported();
  const tokens: Token[] = [];
  for (let at = 0; source.slice(at).trim() !== "";) {
    TOKEN.lastIndex = at;
    const [whole, text, number, word, sign = ""] = TOKEN.exec(source) ?? [];
    if (whole === undefined) throw new Unsupported();
    if (text !== undefined) tokens.push({ kind: "text", words: text.slice(1, -1).replaceAll(/\\(.)/g, "$1") });
    else if (number !== undefined) tokens.push({ kind: "number", words: number });
    else tokens.push(word === undefined ? { kind: "sign", words: sign } : { kind: "word", words: word });
    at += whole.length;
  }
  return tokens;
}

const COMPARED: Readonly<Record<string, Operator>> = {
  "==": "=",
  "!=": "!=",
  "<": "<",
  "<=": "<=",
  ">": ">",
  ">=": ">=",
};
const FLIPPED: Readonly<Record<string, Operator>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" };
const ALL: Filter = { query: null, folder: null };

/** Throws `Unsupported`. */
export const readFilter = (source: string, typeOf: TypeOf): Filter => new FilterParser(source, typeOf).parse();

/** Both apply. Throws `Unsupported` for two folders. */
export function bothOf(filters: readonly Filter[]): Filter {
  const folders = new Set(filters.flatMap(({ folder }) => folder ?? []));
  if (folders.size > 1) throw new Unsupported();
  const [folder = null] = folders;
  return { query: allOf(filters.flatMap(({ query }) => query ?? [])), folder };
}

/** Throws `Unsupported` for folders, and for conditions that every page meets. */
export function queryOf({ query, folder }: Filter): Query {
  if (query === null || folder !== null) throw new Unsupported();
  return query;
}

class FilterParser {
  readonly #tokens: readonly Token[];
  readonly #typeOf: TypeOf;
  #next = 0;
  #depth = 0;

  constructor(source: string, typeOf: TypeOf) {
    this.#tokens = tokensOf(source);
    this.#typeOf = typeOf;
  }

  parse(): Filter {
    const filter = this.#any();
    if (this.#next < this.#tokens.length) throw new Unsupported();
    return filter;
  }

  #take(sign: string): boolean {
    const token = this.#tokens[this.#next];
    const isNext = token?.kind === "sign" && token.words === sign;
    if (isNext) this.#next += 1;
    return isNext;
  }

  #expect(sign: string): void {
    if (!this.#take(sign)) throw new Unsupported();
  }

  #deeper<T>(read: () => T): T {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new Unsupported();
    const result = read();
    this.#depth -= 1;
    return result;
  }

  #any(): Filter {
    const parts = [this.#all()];
    while (this.#take("||")) parts.push(this.#all());
    const [first] = parts;
    return parts.length === 1 && first ? first : { query: { or: parts.map(queryOf) }, folder: null };
  }

  #all(): Filter {
    const parts = [this.#one()];
    while (this.#take("&&")) parts.push(this.#one());
    return bothOf(parts);
  }

  #one(): Filter {
    if (this.#take("!")) return { query: { not: queryOf(this.#deeper(() => this.#one())) }, folder: null };
    if (!this.#take("(")) return this.#test();
    const inner = this.#deeper(() => this.#any());
    this.#expect(")");
    return inner;
  }

  #test(): Filter {
    const left = this.#operand();
    const token = this.#tokens[this.#next];
    const op = token?.kind === "sign" ? COMPARED[token.words] : undefined;
    if (op === undefined) return this.#alone(left);
    this.#next += 1;
    const right = this.#operand();
    return left.kind === "name" ? this.#compare(left, op, right) : this.#compare(right, FLIPPED[op] ?? op, left);
  }

  #operand(): Expression {
    let found = this.#first();
    for (;;) {
      if (this.#take(".")) found = this.#member(found, this.#word());
      else if (this.#take("[")) {
        const name = this.#tokens[this.#next++];
        this.#expect("]");
        if (found.kind !== "name" || name?.kind !== "text") throw new Unsupported();
        found = { kind: "name", path: [...found.path, name.words] };
      } else break;
    }
    const sign = this.#take("+") ? "+" : this.#take("-") ? "-" : null;
    if (sign === null) return found;
    const span = this.#first();
    return { kind: "value", value: moved(valueOf(found), sign, span) };
  }

  #member(on: Expression, name: string): Expression {
    if (this.#take("(")) return { kind: "call", on, name, args: this.#args() };
    if (on.kind !== "name") throw new Unsupported();
    return { kind: "name", path: [...on.path, name] };
  }

  #word(): string {
    const token = this.#tokens[this.#next++];
    if (token?.kind !== "word") throw new Unsupported();
    return token.words;
  }

  #first(): Expression {
    const isNegative = this.#take("-");
    const token = this.#tokens[this.#next++];
    if (token?.kind === "number") return { kind: "value", value: Number(token.words) * (isNegative ? -1 : 1) };
    if (isNegative || token === undefined || token.kind === "sign") throw new Unsupported();
    if (token.kind === "text") return { kind: "value", value: token.words };
    if (this.#take("(")) return { kind: "call", on: null, name: token.words, args: this.#args() };
    if (token.words === "true" || token.words === "false") return { kind: "value", value: token.words === "true" };
    return token.words === "null" ? { kind: "value", value: null } : { kind: "name", path: [token.words] };
  }

  #args(): Expression[] {
    const args: Expression[] = [];
    if (this.#take(")")) return args;
    do args.push(this.#deeper(() => this.#operand()));
    while (this.#take(","));
    this.#expect(")");
    return args;
  }

  #compare(name: Expression, op: Operator, other: Expression): Filter {
    if (name.kind !== "name") throw new Unsupported();
    const file = name.path.length === 2 && name.path[0] === "file" ? name.path[1] : undefined;
    const value = valueOf(other);
    // Every page was a Markdown file.
    if (file === "ext" && op === "=" && value === "md") return ALL;
    if (file === "folder" && op === "=" && typeof value === "string") return { query: null, folder: value };
    const p = propertyOf(name);
    if (value === null || value === "") {
      if (op !== "=" && op !== "!=") throw new Unsupported();
      return { query: { p, op: op === "=" ? "empty" : "filled" }, folder: null };
    }
    const has = op === "=" && !this.#takes(p, "=") && this.#takes(p, "has") ? "has" : op;
    return { query: { p, op: has, v: value }, folder: null };
  }

  #takes(p: string, op: Operator): boolean {
    return OPERATORS_OF[this.#typeOf(foldKey(p))].includes(op);
  }

  #alone(found: Expression): Filter {
    if (found.kind === "name") {
      const p = propertyOf(found);
      const isCheckbox = this.#typeOf(foldKey(p)) === "checkbox";
      return { query: isCheckbox ? { p, op: "=", v: true } : { p, op: "filled" }, folder: null };
    }
    if (found.kind !== "call" || found.on === null) throw new Unsupported();
    const { on, name, args } = found;
    const isFile = on.kind === "name" && on.path.length === 1 && on.path[0] === "file";
    if (isFile) return this.#ofFile(name, args);
    const p = propertyOf(unfolded(on));
    const tests = (join: "and" | "or"): Query => {
      const each = args.map((arg) => this.#contains(p, valueOf(arg)));
      const [first] = each;
      if (!first) throw new Unsupported();
      return each.length === 1 ? first : join === "and" ? { and: each } : { or: each };
    };
    if (name === "isEmpty" && args.length === 0) return { query: { p, op: "empty" }, folder: null };
    if (name === "contains" && args.length === 1) return { query: tests("and"), folder: null };
    if (name === "containsAny") return { query: tests("or"), folder: null };
    if (name === "containsAll") return { query: tests("and"), folder: null };
    const [start] = args;
    if (name !== "startsWith" || start === undefined) throw new Unsupported();
    return { query: { p, op: "starts", v: textOf(valueOf(start)) }, folder: null };
  }

  #contains(p: string, value: QueryValue | null): Query {
    return { p, op: this.#takes(p, "has") ? "has" : "contains", v: textOf(value) };
  }

  #ofFile(name: string, args: readonly Expression[]): Filter {
    const words = args.map((arg) => textOf(valueOf(arg)));
    const [first] = words;
    if (first === undefined) throw new Unsupported();
    if (name === "inFolder") return { query: null, folder: first };
    if (name === "hasProperty") return { query: { p: first, op: "filled" }, folder: null };
    if (name !== "hasTag") throw new Unsupported();
    const tags = words.map((tag) => this.#contains("tags", tag.replace(/^#/, "")));
    const [only] = tags;
    return { query: tags.length === 1 && only ? only : { or: tags }, folder: null };
  }
}
