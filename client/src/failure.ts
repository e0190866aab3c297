/** What a refusal of the service is thrown as. */

/** `code` is stable, for programs; `message` is a sentence for people. */
export class OctavoError extends Error {
  readonly status: number;
  readonly code: string;
  /** What else the answer said, such as `currentRevision` or `issues`. */
  readonly detail: Readonly<Record<string, unknown>>;

  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    super(typeof body["error"] === "string" ? body["error"] : `The service answered ${status}.`);
    this.name = "OctavoError";
    this.status = status;
    this.code = typeof body["code"] === "string" ? body["code"] : "unknown";
    this.detail = body;
  }
}

/** Thrown when no answer came. `cause` is the error of `fetch`; whether a write was done is not known. */
export class OctavoUnreachable extends Error {
  readonly origin: string;

  constructor(origin: string, cause: unknown) {
    super(`${origin} is unreachable. Check the address and that the service is running.`, { cause });
    this.name = "OctavoUnreachable";
    this.origin = origin;
  }
}

/** Reads the body of a refusal, which is JSON unless something between here and the service answered. */
export async function failureOf(response: Response): Promise<OctavoError> {
  const body: unknown = await response.json().catch(() => null);
  return new OctavoError(response.status, typeof body === "object" && body !== null ? { ...body } : {});
}
