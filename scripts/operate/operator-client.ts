/** Sends the operator's requests to an instance, signed with a key of its ROOT_SECRET. */
import { randomBytes } from "node:crypto";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { BODY_HASH_HEADER, hashOfBody, signOperatorRequest } from "../../src/features/operator/signing.ts";
import { createKeys, type Keys } from "../../src/platform/keys.ts";
import { OperatorError } from "./operator-error.ts";

/** After so many attempts in a row, a request of a backup or restore has failed. The waits between them add up to about two minutes. */
const ATTEMPTS = 9;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
const LONGEST_PAUSE_MS = 1_000;

/** The instance rejected a request. It asks to wait `waitMs` before the next one. */
class Refused extends OperatorError {
  readonly status: number;
  readonly waitMs: number;

  constructor(status: number, message: string, waitMs: number) {
    super(message);
    this.status = status;
    this.waitMs = waitMs;
  }
}

/** A response that ended before its last line. */
class CutOff extends OperatorError {}

export type OperatorClient = {
  readonly origin: string;
  readonly keys: Keys;
  /** Sends a command and passes the response to `read`, which runs again from the start if the connection was lost. */
  readonly send: <T>(path: string, body: object | Uint8Array, read: (response: Response) => Promise<T>) => Promise<T>;
  readonly json: <T>(path: string, body: object) => Promise<T>;
  /** Sends bytes with PUT. */
  readonly put: <T>(path: string, bytes: Uint8Array) => Promise<T>;
};

type ClientOptions = {
  /**
   * Waits after each request as long as it took: the databases of the instance, which serve one request after the other, then
   * have at least half of their time for users.
   */
  readonly isPaced?: boolean;
  readonly attempts?: number;
};

export function createOperatorClient(
  origin: string,
  rootSecret: string,
  { isPaced = false, attempts = ATTEMPTS }: ClientOptions = {},
): OperatorClient {
  const keys = createKeys(rootSecret);

  async function once(method: string, path: string, body: Uint8Array): Promise<Response> {
    const url = new URL(path, origin);
    const nonce = randomBytes(16).toString("base64url");
    const bodyHash = hashOfBody(body);
    const signed = { origin: url.origin, method, target: url.pathname + url.search, at: Date.now(), nonce, bodyHash };
    const response = await fetch(url, {
      redirect: "error",
      method,
      body: body as Uint8Array<ArrayBuffer>, // nothing here is over shared memory
      headers: {
        Authorization: signOperatorRequest(keys, signed),
        [BODY_HASH_HEADER]: bodyHash,
        "Content-Type": "application/octet-stream",
      },
    });
    if (response.ok) return response;
    const text = await response.text();
    const waitMs = Number(response.headers.get("Retry-After") ?? 0) * 1_000;
    throw new Refused(response.status, explain(response.status, text), waitMs);
  }

  async function retrying<T>(
    method: string,
    path: string,
    body: Uint8Array,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const began = performance.now();
        const result = await read(await once(method, path, body));
        if (isPaced) await pause(Math.min(performance.now() - began, LONGEST_PAUSE_MS));
        return result;
      } catch (error) {
        if (attempt === attempts || !isTemporary(error)) throw unreachable(error, origin);
        const wait = Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS);
        await pause(Math.max(wait, error instanceof Refused ? error.waitMs : 0));
      }
    }
  }

  const send: OperatorClient["send"] = (path, body, read) =>
    retrying("POST", path, body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body)), read);
  return {
    origin,
    keys,
    send,
    // The routes' contract (src/features/operator) says what each command returns.
    json: <T>(path: string, body: object) => send(path, body, async (response) => (await response.json()) as T),
    put: <T>(path: string, bytes: Uint8Array) =>
      retrying("PUT", path, bytes, async (response) => (await response.json()) as T),
  };
}

/** Too many requests, a part of the instance that is down, or a connection that failed or ended early (a TypeError). */
const isTemporary = (error: unknown): boolean =>
  error instanceof Refused
    ? error.status === 429 || error.status >= 500
    : error instanceof TypeError || error instanceof CutOff;

/** `fetch` names the reason in the cause of a TypeError. */
function unreachable(error: unknown, origin: string): unknown {
  if (!(error instanceof TypeError) || !(error.cause instanceof Error)) return error;
  return new OperatorError(`${origin} does not answer: ${error.cause.message || error.message}`);
}

function explain(status: number, text: string): string {
  if (status === 404)
    return "The instance did not accept the signature: ROOT_SECRET is another one than the instance's, the clocks differ by more than five minutes, or its version has no backups.";
  try {
    return `The instance answered ${status}: ${String((JSON.parse(text) as { error?: unknown }).error)}`;
  } catch {
    return `The instance answered ${status}.`;
  }
}

/**
 * The lines of a response, parsed, without the last one, which is passed to `end`: it says that the response is complete.
 * Throws if the response ends before.
 */
export async function* linesOf(
  response: Response,
  isLast: (line: string) => boolean,
  end: (line: string) => void,
): AsyncGenerator<string> {
  if (response.body === null) throw new CutOff("The response was empty.");
  const input = Readable.fromWeb(response.body);
  let isComplete = false;
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    if (isComplete) throw new CutOff("The response continued after its last line.");
    if (isLast(line)) {
      isComplete = true;
      end(line);
    } else yield line;
  }
  if (!isComplete) throw new CutOff("The response was cut off.");
}
