/** Client of the HTTP API, called by operation name and typed from the service's OpenAPI description. */
import { OPERATIONS, type BodyKind, type Operations } from "./operations.ts";
import { OctavoUnreachable, failureOf } from "./failure.ts";
import { PATIENCE_MS, delayBefore, isWorthRepeating } from "./retry.ts";

export type ClientOptions = {
  /** Scheme, host and port: `https://octavo.example.com`. */
  readonly origin: string;
  /** A tool token (`mcp_…`) or a session token (`ses_…`). It is sent in a header and kept only in memory. */
  readonly token: string;
  /** Number of retries after the first attempt; 4 by default. */
  readonly retries?: number;
  /** Replaces the platform's `fetch`, for example to use a proxy. */
  readonly fetch?: (request: Request) => Promise<Response>;
};

export type CallOptions = {
  readonly signal?: AbortSignal;
  /** Allows a retry when the answer was lost. Implied for reads and for edits with a `baseRevision`. */
  readonly isRepeatable?: boolean;
};

type Name = keyof Operations;
export type Input<N extends Name> = Operations[N]["input"];
type Answer<N extends Name> = Operations[N]["answer"];
type Arguments<N extends Name> =
  Record<never, never> extends Input<N>
    ? [input?: Input<N>, options?: CallOptions]
    : [input: Input<N>, options?: CallOptions];

export type Client = {
  readonly origin: string;
  /** Calls an operation from `/api/openapi.json`. Non-JSON answers are returned as the `Response`. Throws `OctavoError`. */
  readonly call: <N extends Name>(name: N, ...args: Arguments<N>) => Promise<Answer<N>>;
  /**
   * Edits the text of a page without overwriting concurrent edits: `change` receives the current text, and its result is
   * merged. Sending the same edit twice has no further effect.
   */
  readonly edit: (
    pageId: string,
    change: (text: string) => string,
    options?: CallOptions,
  ) => Promise<Answer<"patchPage">>;
};

export function createClient({ origin, token, retries = 4, fetch: send = fetch }: ClientOptions): Client {
  const base = new URL(origin).origin;
  const call = async (name: Name, input: LooseInput = {}, options: CallOptions = {}): Promise<unknown> => {
    const { method, path, body, answer } = OPERATIONS[name];
    const request = (): Request =>
      new Request(base + addressOf(path, input), {
        method,
        headers: { Authorization: `Bearer ${token}`, ...typeOf(body) },
        ...(body !== "none" && input.body !== undefined && { body: encode(body, input.body) }),
        ...(options.signal && { signal: options.signal }),
        redirect: "manual",
      });
    const isRepeatable = options.isRepeatable ?? (method === "GET" || method === "PUT" || isMerge(input.body));
    const sending = { retries, isRepeatable, signal: options.signal };
    const response = await sendUntilAnswered(() => send(request()), sending).catch((error: unknown) => {
      if (options.signal?.aborted) throw error;
      throw new OctavoUnreachable(base, error);
    });
    if (response.status >= 400) throw await failureOf(response);
    // The types come from the API description, which the service's answers are tested against.
    return answer === "json" ? response.json() : response;
  };
  // The cast is safe: `Operations` and `OPERATIONS` are generated from the same description.
  const typed = call as unknown as Client["call"];
  return {
    origin: base,
    call: typed,
    async edit(pageId, change, options) {
      const { content, revision } = await typed("getPage", { params: { pageId } }, options);
      return typed(
        "patchPage",
        { params: { pageId }, body: { content: change(content), baseRevision: revision } },
        options,
      );
    },
  };
}

type LooseInput = {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
};

type Sending = { readonly retries: number; readonly isRepeatable: boolean; readonly signal: AbortSignal | undefined };

async function sendUntilAnswered(
  send: () => Promise<Response>,
  { retries, isRepeatable, signal }: Sending,
): Promise<Response> {
  for (let attempt = 0; ; attempt += 1) {
    const response = await send().catch((error: unknown) => {
      if (attempt >= retries || signal?.aborted || !isWorthRepeating(null, isRepeatable)) throw error;
      return null;
    });
    if (response !== null && (attempt >= retries || !isWorthRepeating(response.status, isRepeatable))) return response;
    const delay = delayBefore(attempt, response?.headers.get("Retry-After") ?? null, Math.random());
    if (response !== null && delay > PATIENCE_MS) return response;
    await response?.body?.cancel();
    await wait(delay, signal);
  }
}

const wait = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => (clearTimeout(timer), reject(signal.reason as Error)), { once: true });
  });

/** An edit with a base revision is merged, and merging is idempotent. */
const isMerge = (body: unknown): boolean => typeof body === "object" && body !== null && "baseRevision" in body;

function addressOf(path: string, { params = {}, query = {} }: LooseInput): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(textOf(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of [value].flat()) if (each !== undefined && each !== null) search.append(name, textOf(each));
  }
  return search.size > 0 ? `${filled}?${search.toString()}` : filled;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

/** For forms the platform sets the content type itself, including the boundary. */
const typeOf = (body: BodyKind): Record<string, string> =>
  body === "json"
    ? { "Content-Type": "application/json" }
    : body === "bytes"
      ? { "Content-Type": "application/octet-stream" }
      : {};

function encode(kind: BodyKind, body: unknown): string | URLSearchParams | FormData | Blob {
  if (kind === "json") return JSON.stringify(body);
  if (body instanceof Blob) return body;
  const fields = Object.entries(body as Readonly<Record<string, unknown>>); // guaranteed by the types
  if (kind === "form")
    return new URLSearchParams(Object.fromEntries(fields.map(([name, value]) => [name, textOf(value)])));
  const form = new FormData();
  for (const [name, value] of fields) {
    if (value instanceof Blob) form.append(name, value, value instanceof File ? value.name : name);
    else if (value !== undefined) form.append(name, textOf(value));
  }
  return form;
}
