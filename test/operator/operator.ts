/** Sends the operator's requests to the Worker, signed as its commands sign them. */
import { env, exports } from "cloudflare:workers";
import { expect } from "vitest";
import { createKeys } from "../../src/platform/keys.ts";
import { configOf } from "../../src/platform/config.ts";
import { BODY_HASH_HEADER, hashOfBody, signOperatorRequest } from "../../src/features/operator/signing.ts";
import { freshId, ORIGIN } from "../support/world.ts";

export const BACKUP = "/api/operator/backup";
export const RESTORE = "/api/operator/restore";

type Signing = {
  readonly at?: number;
  readonly origin?: string;
  readonly method?: string;
  readonly target?: string;
  readonly body?: string;
  readonly secret?: string;
  readonly ip?: string;
};

/** A request whose signature is for something else where `signing` says so. */
export function signedRequest(path: string, body: string, signing: Signing = {}, method = "POST"): Request {
  const keys = createKeys(signing.secret ?? configOf(env).rootSecret);
  const nonce = freshId("nonce-of-a-test").replaceAll(/[^\w-]/g, "");
  const signed = { origin: ORIGIN, method, target: path, at: Date.now(), nonce, ...signing };
  const bodyHash = hashOfBody(Buffer.from(signing.body ?? body));
  const header = signOperatorRequest(keys, { ...signed, bodyHash });
  return new Request(ORIGIN + path, {
    method,
    headers: {
      Authorization: header,
      "Content-Type": "application/octet-stream",
      "CF-Connecting-IP": signing.ip ?? "192.0.2.7",
      [BODY_HASH_HEADER]: bodyHash,
    },
    // oxlint-disable-next-line unicorn/no-invalid-fetch-options -- the method is POST or PUT
    body,
  });
}

export const operate = (path: string, command: object, signing: Signing = {}): Promise<Response> =>
  exports.default.fetch(signedRequest(path, JSON.stringify(command), signing));

/** The parsed answer, which must be 200. */
export async function answerTo<T = Record<string, unknown>>(path: string, command: object): Promise<T> {
  const response = await operate(path, command);
  expect([response.status, command]).toEqual([200, command]);
  return response.json<T>();
}

/** The parsed lines of a streamed answer. */
export async function linesOf(command: object): Promise<unknown[]> {
  const response = await operate(BACKUP, command);
  expect(response.status).toBe(200);
  return (await response.text())
    .trimEnd()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
}

export const restore = <T = Record<string, unknown>>(command: object): Promise<T> => answerTo<T>(RESTORE, command);
