/** Errors thrown by the client. */

/** Thrown when the service refuses a request. `code` is stable, for programs; `message` is a sentence for people. */
export class OctavoError extends Error {
  readonly status: number;
  readonly code: string;
  /** The answer's other fields, such as `currentRevision` or `issues`. */
  readonly detail: Readonly<Record<string, unknown>>;

  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    super(typeof body["error"] === "string" ? body["error"] : `The service answered ${status}.`);
    this.name = "OctavoError";
    this.status = status;
    this.code = typeof body["code"] === "string" ? body["code"] : "unknown";
    this.detail = body;
  }
}

/** Thrown when no answer arrived. `cause` is the error of `fetch`; a write may or may not have succeeded. */
export class OctavoUnreachable extends Error {
  readonly origin: string;

  constructor(origin: string, cause: unknown) {
    super(`${origin} is unreachable. Check the address and that the service is running.`, { cause });
    this.name = "OctavoUnreachable";
    this.origin = origin;
  }
}

/** Parses the body of an error response, which is JSON unless an intermediary answered. */
export async function failureOf(response: Response): Promise<OctavoError> {
  const body: unknown = await response.json().catch(() => null);
  return new OctavoError(response.status, typeof body === "object" && body !== null ? { ...body } : {});
}
