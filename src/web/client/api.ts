/** Calls to the API: JSON both ways or parts of a form, the CSRF token fetched once, failures as `ApiError`. */
import type { ErrorCode } from "../../kernel/errors.ts";
import { words } from "../messages/frame.ts";
import { words as refusals } from "../messages/refusals-soon.ts";

type Failure = ErrorCode | "offline";

export class ApiError extends Error {
  readonly code: Failure;
  /** Seconds after which the service wants to be asked again. */
  readonly retryAfter: number | null;

  constructor(code: Failure, message: string, retryAfter: number | null = null) {
    super(message);
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

let csrf: Promise<string> | null = null;

const csrfToken = (): Promise<string> => {
  csrf ??= send<{ csrfToken: string }>("GET", "/api/auth/csrf", undefined, {}).then((answer) => answer.csrfToken);
  csrf.catch(() => (csrf = null));
  return csrf;
};

/** Path segments as the API takes them: `` path`/api/pages/${id}` ``. */
export const path = (strings: TemplateStringsArray, ...ids: readonly (string | number)[]): string =>
  String.raw({ raw: strings }, ...ids.map((id) => encodeURIComponent(id)));

/** Calls a route that needs a session. Rejects with `ApiError`, whose message is a sentence to show. */
export async function call<T>(method: Method, address: string, body?: unknown): Promise<T> {
  if (method === "GET") return readConfirmed(() => send<T>(method, address, body, {}));
  return withToken((headers) => send<T>(method, address, body, headers));
}

/** Asks the user to sign in again, in place. Resolves to whether they did. */
let confirmIdentity: () => Promise<boolean> = () => Promise.resolve(false);

/** `confirm` is used by every call that is refused for want of a recent sign-in; the call is then repeated. */
export function onStepUp(confirm: () => Promise<boolean>): void {
  confirmIdentity = confirm;
}

/** Reads once more when what is refused for want of a sign-in was confirmed by one. */
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

/** Runs a call with the CSRF token, once more with a new one when that at hand is refused. */
export async function withToken<T>(act: (headers: Headers) => Promise<T>): Promise<T> {
  try {
    return await act({ "X-CSRF-Token": await csrfToken() });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const isConfirmed = error.code === "step_up_required" && (await confirmIdentity());
    if (!isConfirmed && error.code !== "csrf_invalid") throw error;
    // A new session has a token of its own.
    csrf = null;
    return await act({ "X-CSRF-Token": await csrfToken() });
  } finally {
    // Views that were fetched before may show what is no longer so, and a call that failed may have done its work.
    document.dispatchEvent(new Event("octavo:changed"));
  }
}

/** Calls a route that needs none. */
export const callOpen = <T>(method: Method, address: string, body?: unknown): Promise<T> =>
  send<T>(method, address, body, {});

/** A file small enough to be held. */
export async function fetchFile(address: string): Promise<Blob> {
  const answer = await fetch(address).catch(() => null);
  if (!answer) throw new ApiError("offline", words.fileOffline);
  if (!answer.ok) throw await failureOf(await answer.json().catch(() => null));
  return answer.blob();
}

async function send<T>(method: Method, address: string, body: unknown, headers: Headers): Promise<T> {
  const init: RequestInit = { method, headers };
  if (body instanceof FormData) {
    // The browser names the type: only it knows the boundary of the parts.
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

/** What the body of a refusal says. */
export async function failureOf(received: unknown): Promise<ApiError> {
  if (typeof received === "object" && received !== null && "error" in received && "code" in received) {
    const retryAfter = "retryAfter" in received ? Number(received.retryAfter) : null;
    // The error body of the API: a sentence and a stable code.
    const code = received.code as ErrorCode;
    return new ApiError(code, await refusals.say({ code, sentence: String(received.error), retryAfter }), retryAfter);
  }
  return new ApiError("internal", words.tryAgain);
}
