/**
 * The signature of an operator's request. Whoever has ROOT_SECRET may back up and restore the whole instance, so the key is
 * derived from it, and nothing else is accepted.
 */
import { createHash } from "node:crypto";
import { MINUTE } from "../../kernel/clock.ts";
import type { Keys } from "../../platform/keys.ts";

export const OPERATOR_SCHEME = "Octavo-Operator";

/** How far (ms) the clocks of the operator's machine and the Worker may differ. */
export const OPERATOR_WINDOW_MS = 5 * MINUTE;

/** Has the SHA-256 of the body (lower-case hex), so that the signature can be verified before the body is read. */
export const BODY_HASH_HEADER = "X-Octavo-Content-SHA256";

/**
 * `origin` is the instance's, because several may share a secret; `target` is the path with its query; `nonce` is unique for
 * each request.
 */
export type OperatorRequest = {
  readonly origin: string;
  readonly method: string;
  readonly target: string;
  readonly at: number;
  readonly nonce: string;
  readonly bodyHash: string;
};

export const hashOfBody = (body: Uint8Array): string => createHash("sha256").update(body).digest("hex");

const partsOf = ({ origin, method, target, at, nonce, bodyHash }: OperatorRequest): string[] => [
  origin,
  method,
  target,
  String(at),
  nonce,
  bodyHash,
];

/** The value of the Authorization header. */
export const signOperatorRequest = (keys: Keys, request: OperatorRequest): string =>
  `${OPERATOR_SCHEME} ${request.at}.${request.nonce}.${keys.sign("operator", ...partsOf(request))}`;

export const isSignatureOf = (keys: Keys, signature: string, request: OperatorRequest): boolean =>
  keys.verify("operator", signature, ...partsOf(request));

/** Parses the Authorization header; null if it is not an operator's. */
export function readOperatorHeader(header: string | null): { at: number; nonce: string; signature: string } | null {
  const [, at, nonce, signature] =
    /^Octavo-Operator (\d{1,16})\.([A-Za-z0-9_-]{16,64})\.([A-Za-z0-9_-]{43})$/.exec(header ?? "") ?? [];
  return at === undefined || nonce === undefined || signature === undefined
    ? null
    : { at: Number(at), nonce, signature };
}
