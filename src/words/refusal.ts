/** How a refusal of the API is said in another language: by the service's sentence where that is known, else by its code. */
import type { ErrorCode } from "../kernel/errors.ts";
import { currentLanguage } from "./language.ts";

export type Refusal = {
  readonly code: ErrorCode;
  /** The service's, in English. */
  readonly sentence: string;
  /** Seconds. */
  readonly retryAfter: number | null;
};

/** A `#` of the English sentence stands for any words: the translation is given them in order. */
export type Said = string | ((...found: string[]) => string);
export type General = Readonly<Record<ErrorCode, string | ((refusal: Refusal) => string)>>;

export const sayWith =
  (sentences: Readonly<Record<string, Said>>, general: General) =>
  (refusal: Refusal): string => {
    const known = translated(sentences, refusal.sentence);
    if (known !== null) return known;
    // A service newer than this may have other codes.
    const said = Object.hasOwn(general, refusal.code) ? general[refusal.code] : refusal.sentence;
    return typeof said === "string" ? said : said(refusal);
  };

/** A reason that stands by itself; in the service's words where it is newer than this. */
export const reasonsWith =
  (sentences: Readonly<Record<string, Said>>) =>
  (reason: string): string =>
    translated(sentences, reason) ?? reason;

function translated(sentences: Readonly<Record<string, Said>>, sentence: string): string | null {
  for (const [english, said] of Object.entries(sentences)) {
    const found = match(english, sentence);
    if (found) return typeof said === "string" ? said : said(...found);
  }
  return null;
}

/** What stands for each `#`; null for another sentence. One on a field of the request may follow the field's name. */
function match(english: string, sentence: string): string[] | null {
  const pattern = english.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll("#", "(.+)");
  const found = new RegExp(String.raw`^(?:[\w.]+: )?${pattern}$`).exec(sentence);
  return found && found.slice(1).map(inOwnDigits);
}

const inOwnDigits = (words: string): string =>
  /^[\d,]+$/.test(words) ? Number(words.replaceAll(",", "")).toLocaleString(currentLanguage()) : words;
