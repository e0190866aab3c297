/** Users of the rehearsed instance, signed in by mailed link. */
import { stat } from "node:fs/promises";
import { findLink } from "../../smoke/sign-in.ts";

export type Reply = { readonly status: number; readonly body: unknown };

/** Answers of the API are compared, not interpreted; only ids are read from them. */
export type Json = { readonly [key: string]: Json } & { readonly id: string };

export class Person {
  readonly name: string;
  readonly origin: string;
  readonly cookie: string;
  #csrf = "";

  private constructor(name: string, origin: string, cookie: string) {
    this.name = name;
    this.origin = origin;
    this.cookie = cookie;
  }

  static async signIn(name: string, origin: string, log: string): Promise<Person> {
    const { size } = await stat(log);
    const email = emailOf(name);
    await fetch(`${origin}/api/auth/magic-link/send`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin", Origin: origin },
      body: JSON.stringify({ email }),
    }).then(required);
    const link = new URL(await findLink(log, size, email));
    const opened = await fetch(origin + link.pathname + link.search, { redirect: "manual" });
    const cookie = opened.headers
      .getSetCookie()
      .map((line) => line.split(";", 1)[0] ?? "")
      .filter((pair) => !pair.endsWith("="))
      .join("; ");
    if (opened.status !== 303 || cookie === "") throw new Error(`${name} could not sign in: ${opened.status}`);
    const person = new Person(name, origin, cookie);
    const { csrfToken } = (await person.get("/api/auth/csrf")) as unknown as { csrfToken: string };
    person.#csrf = csrfToken;
    return person;
  }

  /** Whatever the status is. */
  async ask(path: string): Promise<Response> {
    return fetch(this.origin + path, { headers: { Cookie: this.cookie } });
  }

  async get(path: string): Promise<Json> {
    return (await required(await this.ask(path)).then((response) => response.json())) as Json;
  }

  async send(method: string, path: string, body: object | FormData): Promise<Json> {
    const isForm = body instanceof FormData;
    const response = await fetch(this.origin + path, {
      method,
      headers: {
        Cookie: this.cookie,
        "X-CSRF-Token": this.#csrf,
        Origin: this.origin,
        "Sec-Fetch-Site": "same-origin",
        ...(!isForm && { "Content-Type": "application/json" }),
      },
      body: isForm ? body : JSON.stringify(body),
    });
    return (await required(response).then((one) => one.json())) as Json;
  }

  readonly post = (path: string, body: object | FormData): Promise<Json> => this.send("POST", path, body);
}

export const emailOf = (name: string): string => `${name}@example.com`;

async function required(response: Response): Promise<Response> {
  if (response.ok) return response;
  throw new Error(`${response.url} answered ${response.status}: ${(await response.text()).slice(0, 300)}`);
}
