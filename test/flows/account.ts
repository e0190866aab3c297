/** Actions on an account with a session, and the resulting mails and jobs. */
import { hashToken } from "../../src/platform/tokens.ts";
import { callWith, consume, mailsDuring, requestTo } from "./sign-in.ts";
import { d1 } from "../support/d1.ts";

type Json = Record<string, unknown>;
export type Acted = { status: number; body: Json; jobs: Json[]; headers: Headers };

type Act = { method?: string; body?: unknown; variables?: object; headers?: Record<string, string> };

/** A request with this session (none for null). Its jobs are collected instead of queued, so that no mail is sent twice. */
export async function act(
  token: string | null,
  path: string,
  { method = "GET", body, variables = {}, headers = {} }: Act = {},
): Promise<Acted> {
  const jobs: Json[] = [];
  const JOBS = {
    sendBatch: (messages: Iterable<{ body: Json }>) => {
      jobs.push(...[...messages].map((message) => message.body));
      return Promise.resolve();
    },
  };
  const response = await callWith(
    { JOBS, ...variables },
    requestTo(path, {
      method,
      headers: {
        ...(token !== null && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    }),
  );
  const isJson = response.headers.get("Content-Type")?.startsWith("application/json") ?? false;
  const text = await response.text();
  return {
    status: response.status,
    body: isJson ? (JSON.parse(text) as Json) : { text },
    jobs,
    headers: response.headers,
  };
}

/** The lines that the console mailer prints while the real consumer runs these jobs. */
export const mailsOf = (jobs: readonly unknown[]): Promise<string[]> => mailsDuring(() => consume(jobs));

export async function userOf(email: string): Promise<{ id: string; email: string; login_email: string }> {
  const row = await d1`select id, email, login_email from users where login_email = ${email}`.first<{
    id: string;
    email: string;
    login_email: string;
  }>();
  if (!row) throw new Error(`No user has verified ${email}.`);
  return row;
}

/** Makes the session's sign-in eleven minutes older, so that it is no longer fresh. */
export const grow = (token: string): Promise<unknown> =>
  d1`update sessions set auth_time = auth_time - 660000 where token_hash = ${hashToken("session", token)}`.run();

export const statusOf = async (token: string): Promise<number> => (await act(token, "/api/auth/me")).status;
