/** Builds the largest request that each route accepts: every text and list in its schema at its maximum length. */
import { exports } from "cloudflare:workers";
import { expect } from "vitest";
import * as z from "zod";
import type { Route } from "../../src/http/route.ts";
import type { Asker } from "../security/matrix-rows.ts";
import { prepareRequestAt, type PreparedRequest, ROWS, scenes } from "../security/matrix-scene.ts";
import { ORIGIN, type Person, type World } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

type Field = { readonly type?: unknown; readonly maxLength?: number; readonly maxItems?: number };
type Schema = { readonly properties?: Readonly<Record<string, Field>>; readonly anyOf?: readonly Schema[] };

/** One enlargement of a request: a body or query field at its maximum, or a long text on the page. */
type Change = { readonly place: "body" | "query" | "page"; readonly name: string; readonly field: Field };

/** Gives the request's target page the longest possible text. */
const LONG_PAGE: Change = { place: "page", name: "(text of the page)", field: {} };

export const keyOf = ({ spec }: Route): string => `${spec.method.toUpperCase()} ${spec.path}`;

/** Callers to try in this order; the first that the route accepts sends the request. */
const ASKERS = ["olivia", "tokenOfOlivia", "rupert", "stranger"] as const satisfies readonly Asker[];

function fieldsOf(schema: Schema): Readonly<Record<string, Field>> {
  return Object.assign({}, ...(schema.anyOf ?? []).map(fieldsOf), schema.properties);
}

const isBounded = ({ maxLength, maxItems }: Field): boolean => maxLength !== undefined || maxItems !== undefined;

/** A field that is cleaned before validation has its bound in the output schema only. */
function boundedFields(schema: z.ZodType): [string, Field][] {
  const [out, sent] = (["output", "input"] as const).map((io) => {
    // JSON Schema; only the keywords in `Schema` and `Field` are read.
    const fields = fieldsOf(z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Schema);
    return Object.fromEntries(Object.entries(fields).filter(([, field]) => isBounded(field)));
  });
  return Object.entries({ ...out, ...sent });
}

function changesOf({ spec }: Route): Change[] {
  const of = (place: Change["place"], schema: z.ZodType | undefined): Change[] =>
    schema === undefined ? [] : boundedFields(schema).map(([name, field]) => ({ place, name, field }));
  const fields = [...of("body", spec.json), ...of("query", spec.query)];
  return /page/i.test(spec.path) ? [LONG_PAGE, ...fields] : fields;
}

/** Searchable words mixed with Markdown delimiters that are slow to parse. */
const HOSTILE = "alpha [a](![b](**c_*d `e` @[f](user:g) - [ ] h\n";

export const hostileText = (length: number): string =>
  HOSTILE.repeat(Math.ceil(length / HOSTILE.length)).slice(0, length);

/** Repeats the first item up to `length`; each copy refers to a different page. */
async function listOf(w: World, items: readonly unknown[], length: number, page: string): Promise<unknown[]> {
  const printed = items.map((item) => JSON.stringify(item));
  const more = printed.some((item) => item.includes(page)) ? await scenes(w, length) : [];
  return Array.from({ length }, (_, at): unknown =>
    JSON.parse((printed[0] ?? "null").replaceAll(page, (at > 0 && more[at]?.page) || page)),
  );
}

/** Prepares the request with the changed fields at their maximum, but no text longer than `longest`. */
async function prepare(w: World, key: string, changes: readonly Change[], longest: number): Promise<PreparedRequest> {
  const [at = expect.unreachable()] = await scenes(w, 1);
  const request = await prepareRequestAt(at, key, askerOf(key).asker);
  const body = typeof request.body === "object" ? { ...request.body } : request.body;
  const url = new URL(request.url, ORIGIN);
  for (const { place, name, field } of changes) {
    const text = hostileText(Math.min(longest, field.maxLength ?? longest));
    if (place === "page")
      // oxlint-disable-next-line no-await-in-loop -- there is one of them
      await d1`update page_contents set content = ${text} where page_id = ${at.page}`.run();
    else if (place === "query") url.searchParams.set(name, text.replaceAll("\n", " "));
    else if (typeof body === "object" && body !== null) {
      const items: unknown = Reflect.get(body, name);
      // oxlint-disable-next-line no-await-in-loop -- few have a list, and one at most a list of pages
      const value =
        Array.isArray(items) && items.length > 0
          ? await listOf(w, items, field.maxItems ?? items.length, at.page)
          : text;
      Reflect.set(body, name, value);
    }
  }
  return { ...request, url: url.pathname + url.search, body };
}

export function askerOf(key: string): { asker: (typeof ASKERS)[number]; status: number } {
  const answers = ROWS[key]?.answers;
  const asker = ASKERS.find((each) => (answers?.[each] ?? 500) < 400) ?? "olivia";
  return { asker, status: answers?.[asker] ?? expect.unreachable(key) };
}

export async function send(
  w: World,
  asker: (typeof ASKERS)[number],
  { method, url, body, type }: PreparedRequest,
): Promise<Response> {
  const headers = new Headers({ "CF-Connecting-IP": "192.0.2.1" });
  if (asker === "tokenOfOlivia") headers.set("Authorization", `Bearer ${(await w.token("olivia")).raw}`);
  else if (asker !== "stranger") headers.set("Authorization", `Bearer ${w.session(asker satisfies Person)}`);
  const init: RequestInit = { method, headers, redirect: "manual" };
  if (body !== undefined) {
    headers.set("Content-Type", type ?? "application/json");
    init.body = typeof body === "string" || body instanceof ArrayBuffer ? body : JSON.stringify(body);
  }
  return exports.default.fetch(new Request(ORIGIN + url, init));
}

/** The changes that the route accepts together. A field that rejects its maximum, such as an id, keeps its value. */
async function acceptedChanges(w: World, route: Route, longest: number): Promise<readonly Change[]> {
  const key = keyOf(route);
  const { asker, status } = askerOf(key);
  const isTaken = async (changes: readonly Change[]): Promise<boolean> => {
    const answer = await send(w, asker, await prepare(w, key, changes, longest));
    await answer.arrayBuffer();
    expect([changes.map(({ name }) => name), answer.status]).toSatisfy(([, code]: [unknown, number]) => code < 500);
    return answer.status === status;
  };
  const all = changesOf(route);
  if (all.length === 0 || (await isTaken(all))) return all;
  const taken: Change[] = [];
  for (const change of all) {
    // oxlint-disable-next-line no-await-in-loop -- each is tried beside those before it
    if (await isTaken([...taken, change])) taken.push(change);
  }
  return taken;
}

/** Names of the fields that the route accepts at their maximum together. */
export const largestFields = async (w: World, route: Route, longest: number): Promise<string[]> =>
  (await acceptedChanges(w, route, longest)).map(({ name }) => name);

/** Prepares the request with these fields enlarged, and returns a function that only sends it, so that sending can be measured alone. */
export async function largestRequest(
  w: World,
  route: Route,
  fields: readonly string[],
  longest: number,
): Promise<() => Promise<Response>> {
  const key = keyOf(route);
  const changes = changesOf(route).filter(({ name }) => fields.includes(name));
  const request = await prepare(w, key, changes, longest);
  return () => send(w, askerOf(key).asker, request);
}
