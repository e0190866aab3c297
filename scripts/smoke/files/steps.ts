/** Takes a document through all steps: upload, processing, viewing, search, and conversion to a page. */
import { createHash, randomUUID } from "node:crypto";
import * as z from "zod";
import { type Body, type Client, type Credential, codeOf } from "../client.ts";
import { sleep } from "../pool.ts";
import { ensure } from "../report.ts";
import { Page } from "../shapes.ts";
import type { Document } from "./documents.ts";

const id = z.string().min(1);
const status = z.enum(["pending", "processing", "completed", "failed"]);
const FileRecord = z.looseObject({
  id,
  filename: z.string(),
  mimeType: z.string(),
  size: z.int(),
  processingStatus: status,
  pageId: id,
  sha256: z.string().length(64),
});
const Processing = z.looseObject({
  processingStatus: status,
  error: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()),
});
const Found = z.looseObject({ results: z.array(z.looseObject({ pageId: id })) });
const Converted = z.looseObject({ pageId: id, title: z.string() });

export type Uploader = { readonly client: Client; readonly as: Credential; readonly driveId: string };
/** The result for a document, and the durations of upload and processing in ms. */
export type Outcome = { readonly result: string; readonly uploadMs: number; readonly readMs: number };

/** Timeouts in ms for processing and for indexing. */
const READ_MS = 120_000;
const FOUND_MS = 60_000;

export function multipart(driveId: string, filename: string, bytes: Buffer): Body {
  const edge = randomUUID();
  const head = `--${edge}\r\nContent-Disposition: form-data; name="driveId"\r\n\r\n${driveId}\r\n--${edge}\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return {
    type: `multipart/form-data; boundary=${edge}`,
    bytes: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${edge}--\r\n`)]),
  };
}

async function until<T>(ms: number, what: string, look: () => Promise<T | null>): Promise<T> {
  const deadline = performance.now() + ms;
  for (let wait = 50; ; wait = Math.min(wait * 1.5, 1_000)) {
    const found = await look();
    if (found !== null) return found;
    if (performance.now() > deadline) throw new Error(`${what} did not happen within ${ms / 1_000} s.`);
    await sleep(wait);
  }
}

export async function takeThrough(uploader: Uploader, document: Document): Promise<Outcome> {
  const { client, as } = uploader;
  const { bytes, filename, kind, words } = document;
  const began = performance.now();
  const sent = { kind: "upload", method: "POST", path: "/api/upload", as } as const;
  const file = await client.get({ ...sent, body: multipart(uploader.driveId, filename, bytes) }, FileRecord, 201);
  const uploadMs = performance.now() - began;
  ensure(file.size === bytes.length, `It has ${file.size} bytes on the server and ${bytes.length} locally.`);
  ensure(file.sha256 === createHash("sha256").update(bytes).digest("hex"), "The downloaded bytes differ.");
  ensure(file.mimeType === kind.mimeType, `It was detected as ${file.mimeType}.`);

  const arrived = performance.now();
  const asked = { kind: "status", method: "GET", path: `/api/pages/${file.pageId}/processing-status`, as } as const;
  const read = await until(READ_MS, "The end of its processing", async () => {
    const now = await client.get(asked, Processing);
    return now.processingStatus === "completed" || now.processingStatus === "failed" ? now : null;
  });
  const readMs = performance.now() - arrived;
  if (document.fails) {
    ensure(read.processingStatus === "failed", "It was read, although it is unreadable.");
    ensure(document.fails.test(read.error ?? ""), `It failed for another reason: ${read.error}`);
  } else ensure(read.processingStatus === "completed", `It could not be read: ${read.error}`);
  if (kind.isPicture) {
    ensure(typeof read.metadata["width"] === "number", "The picture has no width.");
    ensure(JSON.stringify(read.metadata["variants"])?.includes("thumbnail") ?? false, "The picture has no thumbnail.");
  }

  await view(uploader, file.id, document);
  if (words !== null) await find(uploader, file.pageId, words);
  const made = await convert(uploader, file.id, words);
  const result = document.fails
    ? `failed: ${read.error}`
    : words !== null
      ? `text found, ${made}`
      : kind.isPicture
        ? `variants, ${made}`
        : made;
  return { result, uploadMs, readMs };
}

async function view({ client, as }: Uploader, fileId: string, { kind, bytes }: Document): Promise<void> {
  const seen = await client.send({ kind: "view", method: "HEAD", path: `/api/files/${fileId}/view`, as });
  ensure(seen.status === 200, `Its view returned ${seen.status}.`);
  const { "content-disposition": disposition = "", "content-type": type = "" } = seen.headers;
  ensure(disposition.startsWith(kind.isShown ? "inline;" : "attachment;"), `It is sent as ${disposition}.`);
  const isText = /^text\/|^application\/json$/.test(kind.mimeType);
  const expected = !kind.isShown ? "application/octet-stream" : isText ? "text/plain; charset=utf-8" : kind.mimeType;
  ensure(type === expected, `It is sent as ${type}, not ${expected}.`);
  ensure(seen.headers["x-content-type-options"] === "nosniff", "A browser may sniff its type.");
  ensure(/sandbox/.test(String(seen.headers["content-security-policy"])), "It is not sandboxed.");
  const headers = { Range: `bytes=${bytes.length - 1}-` };
  const end = await client.send({ kind: "view", method: "GET", path: `/api/files/${fileId}/view`, as, headers });
  const range = `bytes ${bytes.length - 1}-${bytes.length - 1}/${bytes.length}`;
  ensure(end.status === 206 && end.headers["content-range"] === range, `Its last byte returned ${end.status}.`);
}

async function find({ client, as, driveId }: Uploader, pageId: string, words: string): Promise<void> {
  const path = `/api/search?${new URLSearchParams({ q: words, driveId }).toString()}`;
  await until(FOUND_MS, "A result for its words", async () => {
    const { results } = await client.get({ kind: "search", method: "GET", path, as }, Found);
    return results.some((result) => result.pageId === pageId) ? true : null;
  });
}

async function convert({ client, as }: Uploader, fileId: string, words: string | null): Promise<string> {
  const path = `/api/files/${fileId}/convert-to-document`;
  const call = { kind: "convert", method: "POST", path, as } as const;
  if (words === null) {
    const answer = await client.send(call);
    // If no words are expected, the text may or may not be convertible.
    ensure(
      answer.status === 201 || (answer.status === 422 && codeOf(answer) === "no_text"),
      `Converting returned ${answer.status} ${codeOf(answer)}.`,
    );
    return answer.status === 201 ? "document made" : "no text";
  }
  const { pageId } = await client.get(call, Converted, 201);
  const page = await client.get({ kind: "page", method: "GET", path: `/api/pages/${pageId}`, as }, Page);
  const held = page.content.replace(/[\s*_`\\]+/g, "").toLowerCase();
  ensure(held.includes(words.replace(/[\s*_`\\]+/g, "").toLowerCase()), "The document does not contain its words.");
  return "document made";
}
