/**
 * Parses the written form of queries:
 *
 *     expr = and ("or" and)*
 *     and = not ("and" not)*
 *     not = "not" not | "(" expr ")" | test
 *     test = name (op value | "in" "(" value ("," value)* ")" | "is" ["not"] "empty")?
 *     name = word | "[" words "]"
 *     value = words of a choice | "text" | number | date | today±7d | me
 *
 * A name alone tests a checkbox. Pure.
 */
import { foldKey } from "../properties/front-matter.ts";
import { checkOperator, checkSize, checkValue, fieldOf, RELATIVE_DAY } from "./check.ts";
import { QueryFault, short, type QueryPlace } from "./faults.ts";
import {
  MAX_QUERY_DEPTH,
  MAX_QUERY_LENGTH,
  MAX_QUERY_WORDS,
  OPERATORS_OF,
  type Field,
  type Operator,
  type Query,
  type QueryFields,
  type QueryValue,
} from "./query.ts";

type Token = {
  readonly kind: "mark" | "operator" | "text" | "name" | "date" | "number" | "word";
  readonly words: string;
  /** Offset from 0. */
  readonly at: number;
};

const END_OF_WORD = String.raw`(?![\p{L}\p{N}_-])`;
const KINDS = ["mark", "operator", "text", "name", "date", "number", "word"] as const;
const TOKEN = new RegExp(
  [
    "([(),])",
    "(!=|<=|>=|=|<|>)",
    String.raw`"((?:[^"\\]|\\.)*)"`,
    String.raw`\[([^\]]+)\]`,
    String.raw`((?:today(?:[+-]\d{1,4}[dwmy])?|\d{4}-\d\d-\d\d)${END_OF_WORD})`,
    String.raw`(-?\d{1,15}(?:\.\d{1,15})?${END_OF_WORD})`,
    String.raw`((?:(?:user|page):)?@?[\p{L}\p{N}_][\p{L}\p{N}_-]*)`,
  ].join("|"),
  "iuy",
);

function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; ;) {
    while (/\s/.test(source.charAt(at))) at += 1;
    if (at >= source.length) return tokens;
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(source);
    const group = match?.slice(1).findIndex((each) => each !== undefined) ?? -1;
    const kind = KINDS[group];
    if (!match || kind === undefined)
      throw new QueryFault("not_understood", { character: at + 1 }, { found: source.charAt(at) });
    const words = match[group + 1] ?? "";
    tokens.push({ kind, words: kind === "text" ? words.replaceAll(/\\(.)/g, "$1") : words, at });
    if (tokens.length > MAX_QUERY_WORDS) throw new QueryFault("too_many_words", null);
    at += match[0].length;
  }
}

class Parser {
  #next = 0;
  #depth = 0;
  readonly #tokens: readonly Token[];
  readonly #known: QueryFields;

  constructor(source: string, known: QueryFields) {
    this.#tokens = tokensOf(source);
    this.#known = known;
  }

  parse(): Query {
    const query = this.#any();
    const rest = this.#peek();
    if (rest) throw new QueryFault("end_expected", this.#place(), { found: short(rest.words) });
    return query;
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#next];
  }

  #place(token = this.#peek()): QueryPlace {
    return token ? { character: token.at + 1 } : "end";
  }

  #isWord(word: string): boolean {
    const token = this.#peek();
    return token?.kind === "word" && token.words.toLowerCase() === word;
  }

  #takeWord(word: string): boolean {
    const isNext = this.#isWord(word);
    if (isNext) this.#next += 1;
    return isNext;
  }

  #takeMark(mark: string): boolean {
    const token = this.#peek();
    const isNext = token?.kind === "mark" && token.words === mark;
    if (isNext) this.#next += 1;
    return isNext;
  }

  #deeper<T>(read: () => T): T {
    this.#depth += 1;
    if (this.#depth > MAX_QUERY_DEPTH) throw new QueryFault("too_deep", this.#place());
    const value = read();
    this.#depth -= 1;
    return value;
  }

  #any(): Query {
    const parts = [this.#all()];
    while (this.#takeWord("or")) parts.push(this.#all());
    const [first] = parts;
    return parts.length === 1 && first ? first : { or: parts };
  }

  #all(): Query {
    const parts = [this.#one()];
    while (this.#takeWord("and")) parts.push(this.#one());
    const [first] = parts;
    return parts.length === 1 && first ? first : { and: parts };
  }

  #one(): Query {
    if (this.#takeWord("not")) return { not: this.#deeper(() => this.#one()) };
    if (!this.#takeMark("(")) return this.#test();
    const query = this.#deeper(() => this.#any());
    if (!this.#takeMark(")")) throw new QueryFault("parenthesis_missing", this.#place());
    return query;
  }

  #test(): Query {
    const token = this.#peek();
    if (token?.kind !== "word" && token?.kind !== "name") throw new QueryFault("name_expected", this.#place());
    const field = fieldOf(token.words, this.#known, this.#place());
    this.#next += 1;
    const p = field.name;
    if (this.#takeWord("is")) {
      const op = this.#takeWord("not") ? "filled" : "empty";
      if (!this.#takeWord("empty")) throw new QueryFault("empty_expected", this.#place());
      return { p, op };
    }
    const place = this.#place();
    const op = this.#operator();
    if (op === null) return this.#alone(field);
    checkOperator(field, op, place);
    return op === "in" ? { p, op, v: this.#list(field) } : { p, op, v: this.#value(field) };
  }

  #alone(field: Field): Query {
    if (field.type === "checkbox") return { p: field.name, op: "=", v: true };
    const operators = OPERATORS_OF[field.type].join(", ");
    throw new QueryFault("operator_expected", this.#place(), { name: field.name, operators });
  }

  #operator(): Operator | null {
    const token = this.#peek();
    const word = token?.words.toLowerCase();
    const op = WRITTEN.find((each) => each === word);
    if (op === undefined || (token?.kind !== "operator" && token?.kind !== "word")) return null;
    this.#next += 1;
    return op;
  }

  #list(field: Field): QueryValue[] {
    if (!this.#takeMark("(")) throw new QueryFault("list_expected", this.#place());
    const values = [this.#value(field)];
    while (this.#takeMark(",")) values.push(this.#value(field));
    if (!this.#takeMark(")")) throw new QueryFault("parenthesis_missing", this.#place());
    return values;
  }

  #value(field: Field): QueryValue {
    const token = this.#peek();
    const place = this.#place();
    if (!token || token.kind === "mark" || token.kind === "operator" || token.kind === "name")
      throw new QueryFault("value_expected", place);
    this.#next += 1;
    const isNumber = token.kind === "number" && field.type !== "text" && field.options.length === 0;
    const words = token.kind === "word" ? this.#choice(field, token.words) : token.words;
    return checkValue(field, isNumber ? Number(words) : words, place);
  }

  /** A choice of several words needs no quotes. */
  #choice({ options }: Field, first: string): string {
    let words = first;
    for (;;) {
      const token = this.#peek();
      const longer = token?.kind === "word" || token?.kind === "number" ? `${words} ${token.words}` : null;
      const isPart = longer !== null && options.some((each) => `${foldKey(each)} `.startsWith(`${foldKey(longer)} `));
      if (!isPart) return words;
      words = longer;
      this.#next += 1;
    }
  }
}

const WRITTEN = ["=", "!=", "<", "<=", ">", ">=", "has", "contains", "starts", "in"] as const;

/** Throws a `QueryFault` with the position of the error. */
export function parseQuery(source: string, known: QueryFields): Query {
  if (source.length > MAX_QUERY_LENGTH) throw new QueryFault("too_long", null);
  return checkSize(new Parser(source, known).parse());
}

const WORD = /^[\p{L}_][\p{L}\p{N}_-]*$/u;
const KEYWORDS = new Set(["and", "or", "not", "is", "in", "has", "contains", "starts", "today"]);

const isPlain = (words: string): boolean => WORD.test(words) && !KEYWORDS.has(words.toLowerCase());

function printValue(value: QueryValue): string {
  if (typeof value !== "string") return String(value);
  const isBare = isPlain(value) || RELATIVE_DAY.test(value) || /^(?:\d{4}-\d\d-\d\d|(?:user|page):[\w-]+)$/.test(value);
  return isBare ? value : `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

/** Inverse of `parseQuery`. */
export function printQuery(query: Query): string {
  return print(query, 0);
}

/** `level` is 0 in parts of `or`, 1 in those of `and`, 2 below `not`. */
function print(query: Query, level: number): string {
  if ("not" in query) return `not ${print(query.not, 2)}`;
  if ("or" in query) return wrap(query.or.map((each) => print(each, 1)).join(" or "), level > 0 && query.or.length > 0);
  if ("and" in query) return wrap(query.and.map((each) => print(each, 2)).join(" and "), level > 1);
  const name = isPlain(query.p) ? query.p : `[${query.p}]`;
  if (query.op === "empty" || query.op === "filled") return `${name} is ${query.op === "empty" ? "" : "not "}empty`;
  const { v = "" } = query;
  if (typeof v === "object") return `${name} in (${v.map(printValue).join(", ")})`;
  return `${name} ${query.op} ${printValue(v)}`;
}

const wrap = (source: string, isWrapped: boolean): string => (isWrapped ? `(${source})` : source);
