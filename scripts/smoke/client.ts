/** A plain HTTP client that honours Retry-After and times every call. */
import { Agent as HttpAgent, request as requestHttp, type IncomingHttpHeaders } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import type * as z from "zod";
import { sleep } from "./pool.ts";

export type Credential =
  | { readonly kind: "cookie"; readonly cookie: string; readonly csrf: string }
  | { readonly kind: "bearer"; readonly token: string };

export type Method = "GET" | "HEAD" | "POST" | "PATCH" | "DELETE";

export type Body = { readonly type: string; readonly bytes: Buffer };

export type Call = {
  /** The category that the call is counted under. */
  readonly kind: string;
  readonly method: Method;
  readonly path: string;
  readonly as?: Credential | undefined;
  readonly json?: unknown;
  /** A body that is not JSON. */
  readonly body?: Body | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** True if repeating the call has no further effect; always the case for GET. */
  readonly isRepeatable?: boolean;
};

export type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: string };

/** There was no response: the call may or may not have been executed. */
export class LostAnswer extends Error {}

const TIMEOUT_MS = 60_000;
/** Maximum time for which a call is retried. */
const PATIENCE_MS = 5 * 60_000;
/** Maximum attempts for a repeatable call that gets no response, or 503. */
const ATTEMPTS = 8;

export class Client {
  readonly origin: string;
  /** Durations (ms) of all answered calls, by kind. */
  readonly latencies = new Map<string, number[]>();
  readonly waits = { limited: 0, unavailable: 0, lost: 0 };
  readonly #agent: HttpAgent;

  constructor(origin: string) {
    this.origin = origin;
    const settings = { keepAlive: true, maxSockets: 64 };
    this.#agent = origin.startsWith("https:") ? new HttpsAgent(settings) : new HttpAgent(settings);
  }

  close(): void {
    this.#agent.destroy();
  }

  /**
   * Sends a call, and retries it if it was certainly not executed (429) or is repeatable (503 or no response). Throws
   * LostAnswer if there was no response.
   */
  async send(call: Call): Promise<Answer> {
    const isRepeatable = !isChange(call.method) || call.isRepeatable === true;
    const deadline = performance.now() + PATIENCE_MS;
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#sendOnce(call).catch((error: unknown) => {
        this.waits.lost++;
        return new LostAnswer(`${describe(call)}: ${error instanceof Error ? error.message : "no answer"}`);
      });
      const wait = this.#waitBefore(answer, isRepeatable, attempt);
      if (wait === null || performance.now() + wait > deadline) {
        if (answer instanceof LostAnswer) throw answer;
        return answer;
      }
      await sleep(wait);
    }
  }

  /** Milliseconds to wait before retrying; null if the response is final. */
  #waitBefore(answer: Answer | LostAnswer, isRepeatable: boolean, attempt: number): number | null {
    if (answer instanceof LostAnswer) return isRepeatable && attempt < ATTEMPTS ? attempt * 250 : null;
    // Spread the retries of calls that were rejected at the same time.
    const asked = Number(answer.headers["retry-after"] ?? 1) * 1_000 + attempt * 97;
    if (answer.status === 429) {
      this.waits.limited++;
      return asked;
    }
    if (answer.status !== 503 || !isRepeatable || attempt >= ATTEMPTS) return null;
    this.waits.unavailable++;
    return asked;
  }

  /**
   * Sends the call, requires the status and returns the body in the given shape; otherwise throws an Error that names the
   * call.
   */
  async get<S extends z.ZodType>(call: Call, shape: S, status = 200): Promise<z.infer<S>> {
    return readAnswer(call, await this.send(call), shape, status);
  }

  /**
   * Sends the call and requires a rejection with this status and code; rejected calls change nothing, so they can be
   * retried.
   */
  async refused(call: Call, status: number, code: string): Promise<void> {
    const answer = await this.send({ ...call, isRepeatable: true });
    const found = codeOf(answer);
    if (answer.status !== status || found !== code) {
      throw new Error(`${describe(call)} answered ${answer.status} ${found}, not ${status} ${code}.`);
    }
  }

  #sendOnce(call: Call): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const url = new URL(call.path, this.origin);
    const body = call.json === undefined ? call.body : jsonBody(call.json);
    const headers = {
      ...credentialHeaders(call),
      ...(body && { "Content-Type": body.type, "Content-Length": body.bytes.length }),
      ...call.headers,
    };
    const started = performance.now();
    const send = url.protocol === "https:" ? requestHttps : requestHttp;
    const request = send(url, { method: call.method, agent: this.#agent, headers, timeout: TIMEOUT_MS }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", reject);
      response.once("close", () => {
        if (!response.complete) return reject(new Error("the response was interrupted"));
        this.#time(call.kind, performance.now() - started);
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString("utf8"),
        });
      });
    });
    request.once("timeout", () => request.destroy(new Error(`no answer within ${TIMEOUT_MS / 1_000} s`)));
    request.once("error", reject);
    request.end(body?.bytes);
    return promise;
  }

  #time(kind: string, ms: number): void {
    const times = this.latencies.get(kind);
    if (times) times.push(ms);
    else this.latencies.set(kind, [ms]);
  }
}

const jsonBody = (json: unknown): Body => ({
  type: "application/json",
  bytes: Buffer.from(JSON.stringify(json)),
});

function credentialHeaders({ as, method }: Call): Record<string, string> {
  if (as === undefined) return {};
  if (as.kind === "bearer") return { Authorization: `Bearer ${as.token}` };
  return { Cookie: as.cookie, ...(isChange(method) && { "X-CSRF-Token": as.csrf }) };
}

const isChange = (method: Method): boolean => method !== "GET" && method !== "HEAD";

const describe = (call: Call): string => `${call.method} ${call.path.replace(/\?.{40,}$/s, "?…")}`;

/** The stable code of an error body, or an empty string. */
export function codeOf(answer: Answer): string {
  const body = parseJson(answer.body);
  return typeof body === "object" && body !== null && "code" in body && typeof body.code === "string" ? body.code : "";
}

export function readAnswer<S extends z.ZodType>(call: Call, answer: Answer, shape: S, status: number): z.infer<S> {
  if (answer.status !== status) {
    throw new Error(`${describe(call)} answered ${answer.status}, not ${status}: ${answer.body.slice(0, 300)}`);
  }
  const read = shape.safeParse(parseJson(answer.body));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new Error(
    `${describe(call)} returned an unexpected shape: ${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`,
  );
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
