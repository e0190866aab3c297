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

/**
 * `origin` is the instance's, because several may share a secret; `target` is the path with its query; `nonce` is unique for
 * each request; `bodyHash` is the SHA-256 of the body in base64url.
 */
export type OperatorRequest = {
  readonly origin: string;
  readonly method: string;
  readonly target: string;
  readonly at: number;
  readonly nonce: string;
  readonly bodyHash: string;
};

export const hashOperatorBody = (body: Uint8Array): string => createHash("sha256").update(body).digest("base64url");

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
  `${OPERATOR_SCHEME} ${request.at}.${request.nonce}.${request.bodyHash}.${keys.sign("operator", ...partsOf(request))}`;

export const isSignatureOf = (keys: Keys, signature: string, request: OperatorRequest): boolean =>
  keys.verify("operator", signature, ...partsOf(request));

/** Parses the Authorization header; null if it is not an operator's. */
export function readOperatorHeader(
  header: string | null,
): (Pick<OperatorRequest, "at" | "nonce" | "bodyHash"> & { readonly signature: string }) | null {
  const [, at, nonce, bodyHash, signature] =
    /^Octavo-Operator (\d{1,16})\.([\w-]{16,64})\.([\w-]{43})\.([\w-]{43})$/.exec(header ?? "") ?? [];
  return at === undefined || nonce === undefined || bodyHash === undefined || signature === undefined
    ? null
    : { at: Number(at), nonce, bodyHash, signature };
}
