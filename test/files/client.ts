/** Uploads and downloads as a client makes them, with background housekeeping run on demand. */
import { createExecutionContext } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { createDeps } from "../../src/composition.ts";
import {
  removeUnreferencedBlobs,
  removeUnusedCandidates,
  removeStaleStaged,
  removeExpiredUploads,
} from "../../src/features/files/garbage-collection.ts";
import { promoteBlob } from "../../src/features/files/blob-promotion.ts";
import { ORIGIN } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

// oxlint-disable-next-line typescript/no-explicit-any -- tests read answers field by field
export type Sent = { status: number; body: Record<string, any>; headers: Headers };

const reply = async (response: Response): Promise<Sent> => ({
  status: response.status,
  headers: response.headers,
  body: await response.json(),
});

export const call = (token: string | null, path: string, init: RequestInit = {}): Promise<Response> => {
  const headers = new Headers(init.headers);
  headers.set("CF-Connecting-IP", "192.0.2.1");
  if (token !== null) headers.set("Authorization", `Bearer ${token}`);
  return exports.default.fetch(new Request(ORIGIN + path, { ...init, headers, redirect: "manual" }));
};

export type Upload = {
  readonly content?: Uint8Array | string;
  readonly filename?: string;
  readonly type?: string;
  readonly fields?: Readonly<Record<string, string>>;
  /** Puts the fields after the file; by default they come first. */
  readonly fieldsLast?: boolean;
  /** Omits Content-Length, as clients do when they do not know it. */
  readonly ofUnknownLength?: boolean;
};

export async function upload(
  token: string | null,
  { content = "hello", filename = "note.txt", type = "", fields = {}, fieldsLast, ofUnknownLength }: Upload,
): Promise<Sent> {
  const form = new FormData();
  const addFields = () => Object.entries(fields).forEach(([name, value]) => form.append(name, value));
  if (!fieldsLast) addFields();
  form.append("file", new File([typeof content === "string" ? content : new Uint8Array(content)], filename, { type }));
  if (fieldsLast) addFields();
  return reply(await call(token, "/api/upload", { method: "POST", ...(await asSent(form, ofUnknownLength)) }));
}

/** A form as sent over the network, with its length, which runtimes do not add to in-process requests. */
export async function asSent(
  form: FormData,
  ofUnknownLength = false,
): Promise<{ body: ArrayBuffer; headers: Headers }> {
  const encoded = new Response(form);
  const headers = new Headers({ "Content-Type": encoded.headers.get("Content-Type") ?? "" });
  const body = await encoded.arrayBuffer();
  if (!ofUnknownLength) headers.set("Content-Length", String(body.byteLength));
  return { body, headers };
}

/** Uploads a handmade, possibly malformed body; the default boundary is `b`. */
export const uploadRaw = async (
  token: string,
  body: BodyInit,
  contentType = "multipart/form-data; boundary=b",
  length?: number,
): Promise<Sent> => {
  const headers = { "Content-Type": contentType, ...(length !== undefined && { "Content-Length": String(length) }) };
  return reply(await call(token, "/api/upload", { method: "POST", body, headers }));
};

export const deps = (now = Date.now()) => createDeps(env, createExecutionContext(), now);

type Loose = Record<string, unknown>;

/** Jobs in the outbox; their messages are held back. */
export async function jobsOf(kind: string): Promise<Loose[]> {
  const { results } = await d1`select job from jobs_outbox order by id`.all<{ job: string }>();
  return results.map(({ job }) => JSON.parse(job) as Loose).filter((job) => job["kind"] === kind);
}

export const promote = (generation: string, sha256: string) => promoteBlob(deps(), generation, sha256);
export async function collect(now: number): Promise<void> {
  for (const step of [removeUnreferencedBlobs, removeUnusedCandidates, removeExpiredUploads]) await step(deps(now));
}
export const collectStage = (now: number) => removeStaleStaged(deps(now));

export const sha256 = async (content: Uint8Array | string): Promise<string> => {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content);
  return Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");
};

export const keysUnder = async (prefix: string): Promise<string[]> =>
  (await env.FILES.list({ prefix })).objects.map(({ key }) => key);

/** Incompressible bytes, unique for each seed. */
export function randomBytes(size: number, seed: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let state = seed * 2_654_435_761 + 1;
  for (let i = 0; i < size; i += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[i] = state >>> 24;
  }
  return bytes;
}
