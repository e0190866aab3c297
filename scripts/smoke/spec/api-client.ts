/** A client for one caller of the service, with assertions on responses. */
import { type Answer, type Body, type Client, type Credential, type Method, codeOf, parseJson } from "../client.ts";
import type { Rows } from "./rows.ts";
import { type Kind, at, isOfKind, nameOfKind, show } from "./values.ts";

type Extra = {
  readonly json?: unknown;
  readonly body?: Body;
  readonly headers?: Readonly<Record<string, string>>;
};

export class ApiClient {
  readonly client: Client;
  readonly credential: Credential | undefined;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(client: Client, credential?: Credential, headers: Readonly<Record<string, string>> = {}) {
    this.client = client;
    this.credential = credential;
    this.#headers = headers;
  }

  /** The caller's User-Agent. */
  get agent(): string {
    return this.#headers["User-Agent"] ?? "";
  }

  /** Returns a client with the same credential that also sends `headers`, such as another User-Agent. */
  with(headers: Readonly<Record<string, string>>): ApiClient {
    return new ApiClient(this.client, this.credential, { ...this.#headers, ...headers });
  }

  send(method: Method, path: string, { json, body, headers }: Extra = {}): Promise<Answer> {
    const all = { ...this.#headers, ...headers };
    return this.client.send({ kind: "all", method, path, as: this.credential, json, body, headers: all });
  }

  /** Sends a request, requires the status and returns the body, parsed as JSON. */
  async ask(method: Method, path: string, status: number, extra: Extra = {}): Promise<unknown> {
    const answer = await this.send(method, path, extra);
    requireStatus(answer, status);
    return parseJson(answer.body);
  }

  get(path: string, status = 200): Promise<unknown> {
    return this.ask("GET", path, status);
  }

  post(path: string, json?: unknown, status = 200): Promise<unknown> {
    return this.ask("POST", path, status, { json });
  }

  patch(path: string, json: unknown, status = 200): Promise<unknown> {
    return this.ask("PATCH", path, status, { json });
  }

  delete(path: string, json?: unknown, status = 200): Promise<unknown> {
    return this.ask("DELETE", path, status, { json });
  }

  /** Requires a rejection with this status and code, in the common error format. */
  async refused(method: Method, path: string, status: number, code: string, extra: Extra = {}): Promise<unknown> {
    const answer = await this.send(method, path, extra);
    const found = codeOf(answer);
    if (answer.status !== status || found !== code) {
      throw new Error(
        `expected ${method} ${path} to answer ${status} ${code}, got ${answer.status} ${found || answer.body.slice(0, 120)}`,
      );
    }
    return parseJson(answer.body);
  }
}

export function requireStatus(answer: Answer, status: number): void {
  if (answer.status !== status) {
    throw new Error(`expected status ${status}, got ${answer.status} ${answer.body.slice(0, 200)}`);
  }
}

/** A header with a single value, or an empty string. */
export function headerOf(answer: Answer, name: string): string {
  const value = answer.headers[name];
  return typeof value === "string" ? value : "";
}

/** One row per field: checks that it exists and has the right type. Other fields are allowed. */
export async function checkFields(
  rows: Rows,
  name: string,
  value: unknown,
  kinds: Readonly<Record<string, Kind>>,
): Promise<void> {
  for (const [field, kind] of Object.entries(kinds)) {
    await rows.check(`${name}.${field}: ${nameOfKind(kind)}`, () => {
      const found = at(value, field);
      if (!isOfKind(found, kind)) throw new Error(`expected ${nameOfKind(kind)}, got ${show(found)}`);
    });
  }
}

/** A `multipart/form-data` body (RFC 7578) with one file and short fields after it. */
export function multipart(
  file: { readonly name: string; readonly type: string; readonly bytes: Uint8Array },
  fields: Readonly<Record<string, string>> = {},
): Body {
  const boundary = `octavo${crypto.randomUUID()}`;
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${file.name}"\r\nContent-Type: ${file.type}\r\n\r\n`;
  const rest = Object.entries(fields).map(
    ([name, value]) => `\r\n--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}`,
  );
  const bytes = Buffer.concat([Buffer.from(head), file.bytes, Buffer.from(`${rest.join("")}\r\n--${boundary}--\r\n`)]);
  return { type: `multipart/form-data; boundary=${boundary}`, bytes };
}
