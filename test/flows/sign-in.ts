/** Signing in as people do: request a link, let the real consumer mail it, open it, keep the cookies. */
import { createExecutionContext, createMessageBatch, getQueueResult, waitOnExecutionContext } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { vi } from "vitest";
import { app } from "../../src/app.ts";
import worker from "../../src/index.ts";
import type { Job } from "../../src/kernel/job.ts";
import { ORIGIN, freshId } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

const QUEUE = "octavo-jobs";

/** Headers that a browser sends when a person opens a link in their mail program. */
export const NAVIGATION = {
  "Sec-Fetch-Mode": "navigate",
  "Sec-Fetch-Dest": "document",
  "Sec-Fetch-Site": "none",
} as const;
/** Headers that a browser sends with a call by our own page. */
export const OWN_PAGE = { "Sec-Fetch-Site": "same-origin", Origin: ORIGIN } as const;

export const freshEmail = (prefix = "mia"): string => `${freshId(prefix)}@example.com`;

type Send = { method?: string; headers?: Record<string, string>; body?: string | ReadableStream };

/** A request as it reaches the Worker; `path` may be a full URL. */
export function requestTo(path: string, { method = "GET", headers = {}, body }: Send = {}): Request {
  return new Request(new URL(path, ORIGIN), {
    method,
    headers: { "CF-Connecting-IP": "192.0.2.7", "User-Agent": "Test/1.0", ...headers },
    redirect: "manual",
    ...(body !== undefined && { body }),
  });
}

export const call = (path: string, send?: Send): Promise<Response> => exports.default.fetch(requestTo(path, send));

export const postJson = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  call(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

/** Calls the real app with other variables; resolves when its deferred work is done. */
export async function callWith(variables: object, request: Request): Promise<Response> {
  const context = createExecutionContext();
  const response = await app.fetch(request, { ...env, ...variables }, context);
  await waitOnExecutionContext(context);
  return response;
}

/** A Cookie header from the cookies that a response sets; only `name` if given. */
export function cookiesOf(response: Response, name?: string): string {
  return response.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0] ?? "")
    .filter((pair) => !pair.endsWith("=") && (name === undefined || pair.startsWith(`${name}=`)))
    .join("; ");
}

/** Hands jobs to the real consumer as the platform does. */
export async function consume(bodies: readonly unknown[], { attempts = 1, queue = QUEUE, variables = {} } = {}) {
  const batch = createMessageBatch(
    queue,
    bodies.map((body, at) => ({ id: `message-${at}`, timestamp: new Date(0), attempts, body })),
  );
  const context = createExecutionContext();
  await worker.queue(batch, { ...env, ...variables }, context);
  return getQueueResult(batch, context);
}

/** The lines that the console mailer prints while `work` runs. */
export async function mailsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const printed = vi.spyOn(console, "log").mockImplementation(() => {});
  try {
    await work();
    return printed.mock.calls.map(([line]) => String(line)).filter((line) => line.startsWith("mail "));
  } finally {
    printed.mockRestore();
  }
}

type LinkRequest = { next?: string; headers?: Record<string, string> };
type Sent = { readonly linkId: string; readonly binding: string; readonly response: Response };

/** Requests a link as our sign-in page does; `binding` is the cookie that the browser keeps. */
export async function askForLink(email: string, extra: LinkRequest = {}): Promise<Sent> {
  const response = await postJson(
    "/api/auth/magic-link/send",
    { email, ...(extra.next !== undefined && { next: extra.next }) },
    { ...OWN_PAGE, ...extra.headers },
  );
  const { id } = await newestLink(email);
  return { linkId: id, binding: cookiesOf(response, "ml"), response };
}

type LinkRow = { id: string; muted: number; mailed_at: number | null; used_at: number | null };

export async function newestLink(email: string): Promise<LinkRow> {
  const row = await d1`select * from magic_links where email = ${email} order by id desc limit 1`.first<LinkRow>();
  if (!row) throw new Error(`No link was made for ${email}`);
  return row;
}

export const mailJob = (linkId: string): Job => ({ id: freshId("job"), kind: "mail.magic-link", linkId });

/** Runs the mail job of a link and returns the URL in the mail. */
export async function readMail(linkId: string): Promise<URL> {
  // The real queue may have printed the mail already while nothing captured it, so it is mailed again.
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const row = await d1`update magic_links set mailed_at = null where id = ${linkId} returning email`.first<{
      email: string;
    }>();
    // The queue may also print mail to other people in the meantime.
    const lines = (await mailsDuring(() => consume([mailJob(linkId)]))).filter((line) =>
      line.startsWith(`mail to=${row?.email} `),
    );
    const link = lines.map((line) => / link=(\S+)$/.exec(line)?.[1]).find((each) => each !== undefined);
    if (link !== undefined) return new URL(link);
  }
  throw new Error(`No mail was sent for link ${linkId}`);
}

/** A link that was requested and mailed, but not opened. */
export async function mailedLink(email: string, extra?: LinkRequest): Promise<Sent & { url: URL }> {
  const sent = await askForLink(email, extra);
  return { ...sent, url: await readMail(sent.linkId) };
}

export const open = (url: URL, headers: Record<string, string> = {}): Promise<Response> =>
  call(url.pathname + url.search, { headers });

/** Opens a link in the browser that requested it. */
export const openBound = (url: URL, binding: string): Promise<Response> =>
  open(url, { ...NAVIGATION, Cookie: binding });

/** The redirect target of a response; for our interstitial page, only the word "continue" and its target. */
export function leadsTo(response: Pick<Response, "headers">): string | null {
  const location = response.headers.get("Location");
  const url = new URL(location ?? "", ORIGIN);
  return url.pathname === "/auth/continue" ? `continue ${url.searchParams.get("next")}` : location;
}

/** The form of a confirmation page, with the cookie of the browser that received it. */
export type Button = { readonly path: string; readonly fields: Record<string, string>; readonly cookie: string };

export async function buttonOf(page: Response): Promise<Button> {
  const html = await page.text();
  const inputs = [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
  const path = /<form[^>]* method="post" action="([^"]+)"/.exec(html)?.[1];
  if (path === undefined) throw new Error("There is no form on this page.");
  const fields = inputs.map(([, name = "", value = ""]) => [name, value.replaceAll("&amp;", "&")]);
  return { path, fields: Object.fromEntries(fields) as Record<string, string>, cookie: cookiesOf(page, "cf") };
}

/** Presses the button as a browser does; `Cookie` has the browser's cookies besides the page's own. */
export const press = (button: Button, { Cookie = "", ...headers }: Record<string, string> = {}): Promise<Response> =>
  call(button.path, {
    method: "POST",
    headers: {
      ...NAVIGATION,
      ...OWN_PAGE,
      "Content-Type": "application/x-www-form-urlencoded",
      Cookie: [button.cookie, Cookie].filter(Boolean).join("; "),
      ...headers,
    },
    body: new URLSearchParams(button.fields).toString(),
  });

/** The id of the user who signs in with this address, or null if there is none. */
export const userIdOf = (email: string): Promise<string | null> =>
  d1`select id from users where login_email = ${email}`.first<string>("id");

export type SignedIn = { readonly id: string; readonly email: string; readonly token: string; readonly cookie: string };

type SignInWith = {
  /** The session cookie that the browser already has. */
  readonly cookie?: string;
  readonly headers?: Record<string, string>;
  readonly variables?: object;
};

/** A complete sign-in with this address in a browser. With other variables, resolves when the deferred work is done. */
export async function signIn(email = freshEmail(), extra: SignInWith = {}): Promise<SignedIn> {
  const { cookie: held, headers, variables } = extra;
  const { url, binding } = await mailedLink(email, held === undefined ? {} : { headers: { Cookie: held } });
  const Cookie = held === undefined ? binding : `${binding}; ${held}`;
  const request = requestTo(url.pathname + url.search, { headers: { ...NAVIGATION, Cookie, ...headers } });
  const opened = await (variables === undefined ? exports.default.fetch(request) : callWith(variables, request));
  const cookie = cookiesOf(opened, "session");
  const id = await userIdOf(email);
  if (cookie === "" || id === null)
    throw new Error(`${email} was not signed in: ${opened.status} to ${leadsTo(opened)}`);
  return { id, email, cookie, token: cookie.slice("session=".length) };
}

/** A CSRF token for this session, as our pages fetch it. */
export async function csrfOf(cookie: string): Promise<string> {
  const response = await call("/api/auth/csrf", { headers: { Cookie: cookie, ...OWN_PAGE } });
  const { csrfToken } = await response.json<{ csrfToken: string }>();
  return csrfToken;
}
