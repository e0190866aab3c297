/** Splits a formula into tokens. */
import { FAULT_CODES, type FaultCode } from "./values.ts";

export type Token =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "fault"; readonly code: FaultCode }
  /** `B7`, `$A1:B$9`, `A:C` or `2:5`, as written. */
  | { readonly kind: "reference"; readonly name: string }
  /** A reference to another sheet, which is not supported. */
  | { readonly kind: "elsewhere"; readonly name: string }
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "sign"; readonly sign: string }
  | { readonly kind: "end" };

/** A formula that cannot be parsed. The message says why, in one sentence. */
export class FormulaError extends Error {}

const SPACE = /[ \t\u00a0]+/y;
const NUMBER = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?/y;
const TEXT = /"((?:[^"]|"")*)"/y;
const FAULT = /#[A-Z0-9/]+[!?]?/iy;
const ELSEWHERE = /(?:'(?:[^']|'')*'|[\p{L}_][\p{L}\p{N}_.]*)!\$?[A-Za-z0-9$]*(?::\$?[A-Za-z0-9$]+)?/uy;
/** Must not be followed by characters that make it a name or a call: `LOG10(` is a function, `A1B` a name. */
const REFERENCE =
  /(?:\$?[A-Za-z]{1,3}\$?[1-9]\d*(?::\$?[A-Za-z]{1,3}\$?[1-9]\d*)?|\$?[A-Za-z]{1,3}:\$?[A-Za-z]{1,3}|\$?[1-9]\d*:\$?[1-9]\d*)(?![\p{L}\p{N}_.(])/uy;
const NAME = /[\p{L}_][\p{L}\p{N}_.]*/uy;
const SIGN = /<>|<=|>=|[-+*/^&=<>%(){},;@]/y;

const isFaultCode = (code: string): code is FaultCode => FAULT_CODES.some((known) => known === code);

/** A token with its position in the formula. */
type Placed = { readonly token: Token; readonly from: number; readonly to: number };

/** `source` is the formula without its leading `=`. Throws FormulaError. */
export const tokenize = (source: string): Token[] => placedTokens(source).map(({ token }) => token);

/** Throws FormulaError. */
export function placedTokens(source: string): Placed[] {
  const tokens: Placed[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(source);
    if (found) at = pattern.lastIndex;
    return found;
  };
  while (at < source.length) {
    if (take(SPACE)) continue;
    const from = at;
    const token = nextToken(take, source, at);
    tokens.push({ token, from, to: at });
  }
  tokens.push({ token: { kind: "end" }, from: at, to: at });
  return tokens;
}

function nextToken(take: (pattern: RegExp) => RegExpExecArray | null, source: string, at: number): Token {
  const elsewhere = take(ELSEWHERE);
  if (elsewhere) return { kind: "elsewhere", name: elsewhere[0] };
  const reference = take(REFERENCE);
  if (reference) return { kind: "reference", name: reference[0] };
  const number = take(NUMBER);
  if (number) return { kind: "number", value: Number(number[0]) };
  const text = take(TEXT);
  if (text) return { kind: "text", value: (text[1] ?? "").replaceAll('""', '"') };
  const name = take(NAME);
  if (name) return { kind: "name", name: name[0].toUpperCase().replace(/^(?:_XLFN\.)?(?:_XLWS\.)?/, "") };
  const fault = take(FAULT)?.[0].toUpperCase();
  if (fault !== undefined && isFaultCode(fault)) return { kind: "fault", code: fault };
  const sign = take(SIGN);
  if (sign) return { kind: "sign", sign: sign[0] };
  if (source[at] === '"') throw new FormulaError("A text in the formula is not closed with a quote.");
  throw new FormulaError(`Unexpected “${String.fromCodePoint(source.codePointAt(at) ?? 0)}” in the formula.`);
}
