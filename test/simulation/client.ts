/** A user's client: sends requests with their session or token, and keeps the history. */
import type { Client } from "../support/world.ts";
import type { Ledger } from "./ledger.ts";
import type { LivePages } from "./live-pages.ts";
import type { Operation } from "./plan.ts";
import type { Reply, World } from "./world.ts";

export type Play = { readonly world: World; readonly ledger: Ledger; readonly live: LivePages };

const SHOWN = 160;

export async function send(
  { world, ledger }: Play,
  { number, isolate }: Operation,
  token: string,
  [method, path, body]: readonly [method: string, path: string, body?: unknown],
): Promise<Reply> {
  const at = world.engine.now;
  const reply = await world.fetch({ method, path, token, body, isolate });
  const { status, text } = reply;
  const sent = body instanceof FormData || body instanceof Blob ? "(file)" : (JSON.stringify(body) ?? "");
  ledger.log.push(
    `${at % 1_000_000_000} #${number} ${method} ${path} ${sent.slice(0, SHOWN)} -> ${status} ${text.slice(0, SHOWN)}`,
  );
  if (status === 500) ledger.fail(`#${number} ${method} ${path}: 500 ${text}`);
  return reply;
}

/** The client that actions of the model expect. */
export function clientOf(play: Play, operation: Operation, user: string): Client {
  const token = play.ledger.start.sessions.get(user)?.raw ?? "";
  const by = (method: string) => (path: string, body?: unknown) => send(play, operation, token, [method, path, body]);
  const read = by("GET");
  // The actions read status and body alone.
  return { get: read, post: by("POST"), put: by("PUT"), patch: by("PATCH"), delete: by("DELETE") } as unknown as Client;
}

export const sessionOf = ({ ledger }: Play, user: string): string => ledger.start.sessions.get(user)?.raw ?? "";
export const tokenOf = ({ ledger }: Play, user: string): string => ledger.start.tokens.get(user)?.raw ?? "";

/** Runs a call when everything else is over. */
export async function atTheEnd<T>({ world }: Play, act: () => Promise<T>): Promise<T> {
  const work = world.as(LAST.number, act);
  await world.engine.settle();
  return work;
}

export const LAST: Operation = { number: 900_000, kind: "read", at: 0, isolate: 1, step: [0, 0, 0, 0, 0] };
