/** Removes secrets and addresses from stored texts: error messages of a store or a library may contain anything. */

import { withoutTokens } from "./tokens.ts";

const REMOVED = "[redacted]";

/** Maximum input length, because redaction takes time in proportion. */
const MAX_LENGTH = 16_384;

const RULES: readonly (readonly [RegExp, string])[] = [
  // Whole header lines, because their values have no fixed shape (RFC 9110 §11.6.2, RFC 6265).
  [/\b((?:proxy-)?authorization|(?:set-)?cookie|x-csrf-token)(["']?\s*[:=]\s*)[^\r\n]{0,4096}/gi, `$1$2${REMOVED}`],
  [/\b(bearer|basic|digest|dpop)(\s+)[\w.~+/=-]+/gi, `$1$2${REMOVED}`],
  // JSON Web Tokens (RFC 7519).
  [/\beyJ[\w-]+(?:\.[\w-]*){1,4}/g, REMOVED],
  [/([?&](?:\w*token|sig|signature|\w*code|code_verifier|state|c|key|secret|password)=)[^&\s"'<>]+/gi, `$1${REMOVED}`],
  [
    /(["']?(?:password|secret|token|signature|code_verifier|private_?key|api_?key)["']?\s*[:=]\s*["'])[^"'\r\n]{1,4096}/gi,
    `$1${REMOVED}`,
  ],
  [/[^\s@<>"'`(),;:=?&/[\]{}|\\]{1,64}@[^\s@<>"'`(),;:=?&/[\]{}|\\]{1,255}/g, "[email]"],
];

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Encoded random bytes: long hexadecimal or base64url. UUIDs are kept, and so are names made of words. */
function looksRandom(word: string): boolean {
  if (UUID.test(word)) return false;
  if (/^[0-9a-f]+$/i.test(word)) return true;
  const kinds = [/[0-9]/, /[a-z]/, /[A-Z]/].filter((kind) => kind.test(word)).length;
  return kinds === 3 || (kinds === 2 && word.length >= 40);
}

/** At most `longest` UTF-16 units of the text, with secrets and email addresses replaced. */
export function redactText(text: string, longest: number): string {
  let clean = withoutTokens(text.slice(0, MAX_LENGTH));
  for (const [pattern, replacement] of RULES) clean = clean.replace(pattern, replacement);
  clean = clean.replace(/[\w+=-]{32,}/g, (word) => (looksRandom(word) ? REMOVED : word));
  // D1 accepts neither lone surrogates nor NUL.
  return clean.slice(0, longest).toWellFormed().replaceAll("\0", "");
}
