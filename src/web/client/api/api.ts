/** Calls to the API with JSON or form bodies. The CSRF token is fetched once; failures reject with `ApiError`. */
import type { ErrorCode } from "../../../kernel/errors.ts";
import type { ProofChallenge } from "../../../kernel/proof-of-work.ts";
import { words } from "../../../words/frame.ts";
import { words as refusals } from "../../../words/refusals-soon.ts";

type Failure = ErrorCode | "offline";

export class ApiError extends Error {
  readonly code: Failure;
  /** Seconds to wait before a retry, as the service requested. */
  readonly retryAfter: number | null;
  /** The work that the service wants done before it is asked again. */
  readonly challenge: ProofChallenge | null;

  constructor(
    code: Failure,
    message: string,
    retryAfter: number | null = null,
    challenge: ProofChallenge | null = null,
  ) {
    super(message);
    this.code = code;
    this.retryAfter = retryAfter;
    this.challenge = challenge;
  }
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

let csrf: Promise<string> | null = null;

const csrfToken = (): Promise<string> => {
  csrf ??= send<{ csrfToken: string }>("GET", "/api/auth/csrf", undefined, {}).then((answer) => answer.csrfToken);
  csrf.catch(() => (csrf = null));
  return csrf;
};

/** Builds an API path with encoded segments: `` path`/api/pages/${id}` ``. */
export const path = (strings: TemplateStringsArray, ...ids: readonly (string | number)[]): string =>
  String.raw({ raw: strings }, ...ids.map((id) => encodeURIComponent(id)));

/** Calls a route that needs a session. Rejects with `ApiError`, whose message is a sentence to show. */
export async function call<T>(method: Method, address: string, body?: unknown): Promise<T> {
  if (method === "GET") return readConfirmed(() => send<T>(method, address, body, {}));
  return withToken((headers) => send<T>(method, address, body, headers));
}

/** Asks the user to sign in again, in place. Resolves to true if they did. */
let confirmIdentity: () => Promise<boolean> = () => Promise.resolve(false);

/** Sets the dialog for calls that require a recent sign-in; after it succeeds, the call is repeated. */
export function onStepUp(confirm: () => Promise<boolean>): void {
  confirmIdentity = confirm;
}

/** Repeats a read that was rejected with `step_up_required` once the user has confirmed their identity. */
async function readConfirmed<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const isRefused = error instanceof ApiError && error.code === "step_up_required";
    if (!isRefused || !(await confirmIdentity())) throw error;
    return read();
  }
}

type Headers = Readonly<Record<string, string>>;

/** Runs a call with the CSRF token, and once more with a new token if that one is rejected. */
export async function withToken<T>(act: (headers: Headers) => Promise<T>): Promise<T> {
  try {
    return await act({ "X-CSRF-Token": await csrfToken() });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const isConfirmed = error.code === "step_up_required" && (await confirmIdentity());
    if (!isConfirmed && error.code !== "csrf_invalid") throw error;
    // A new session has its own token.
    csrf = null;
    return await act({ "X-CSRF-Token": await csrfToken() });
  } finally {
    // Prefetched views may now be outdated. A failed call may have taken effect as well.
    document.dispatchEvent(new Event("octavo:changed"));
  }
}

/** Calls a route that requires no session. */
export const callOpen = <T>(method: Method, address: string, body?: unknown): Promise<T> =>
  send<T>(method, address, body, {});

/** Fetches a file that is small enough to hold in memory. */
export async function fetchFile(address: string): Promise<Blob> {
  const answer = await fetch(address).catch(() => null);
  if (!answer) throw new ApiError("offline", words.fileOffline);
  if (!answer.ok) throw await failureOf(await answer.json().catch(() => null));
  return answer.blob();
}

async function send<T>(method: Method, address: string, body: unknown, headers: Headers): Promise<T> {
  const init: RequestInit = { method, headers };
  if (body instanceof FormData) {
    // The browser sets the content type, because only it knows the multipart boundary.
    init.body = body;
  } else if (body !== undefined) {
    init.headers = { ...headers, "Content-Type": "application/json" };
    init.body = JSON.stringify(body);
  }
  const answer = await fetch(address, init).catch(() => null);
  if (!answer) throw new ApiError("offline", words.offline);
  const received: unknown = await answer.json().catch(() => null);
  if (!answer.ok) throw await failureOf(received);
  // The shape is the route's contract, which the server validates.
  return received as T;
}

/** Turns an error body into an `ApiError`. */
export async function failureOf(received: unknown): Promise<ApiError> {
  if (typeof received === "object" && received !== null && "error" in received && "code" in received) {
    const retryAfter = "retryAfter" in received ? Number(received.retryAfter) : null;
    // The error body of the API: a sentence and a stable code.
    const code = received.code as ErrorCode;
    const challenge = "challenge" in received ? (received.challenge as ProofChallenge) : null;
    const message = await refusals.say({ code, sentence: String(received.error), retryAfter });
    return new ApiError(code, message, retryAfter, challenge);
  }
  return new ApiError("internal", words.tryAgain);
}
