/**
 * One file out of a `multipart/form-data` body (RFC 7578) of some tens of megabytes: the body stands in memory once, and
 * the file is a part of it.
 */
import { Buffer } from "node:buffer";
import { AppError } from "../kernel/errors.ts";

const LONGEST_HEAD = 16_384;

/**
 * The part of that name. Throws `invalid_multipart` when there is none, or several, or the body is not whole, and
 * `payload_too_large` beyond `cap` bytes of body.
 */
export async function readPart(request: Request, name: string, cap: number): Promise<Uint8Array> {
  const boundary = boundaryOf(request.headers.get("Content-Type") ?? "");
  if (boundary === null) throw broken("The Content-Type names no boundary.");
  const found = partsIn(await readBody(request, cap), boundary).filter((part) => part.name === name);
  const [part] = found;
  if (!part || found.length > 1) throw broken(`Send one part named \`${name}\`.`);
  return part.bytes;
}

const broken = (why: string): AppError =>
  new AppError("invalid_multipart", `The body is not what multipart/form-data should be. ${why}`);

/** RFC 2046 §5.1.1. */
function boundaryOf(contentType: string): string | null {
  const [, quoted, token] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
  return quoted ?? token ?? null;
}

/** With a Content-Length the body is read into its place; without one its chunks are put together at the end. */
async function readBody(request: Request, cap: number): Promise<Buffer> {
  const tooLarge = (): AppError => new AppError("payload_too_large", `The request body may have at most ${cap} bytes.`);
  const declared = Number(request.headers.get("Content-Length") ?? "NaN");
  if (declared > cap) throw tooLarge();
  const known = Number.isInteger(declared) && declared >= 0;
  const whole = Buffer.alloc(known ? declared : 0);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunksOf(request)) {
    if (length + chunk.length > (known ? declared : cap))
      throw known ? broken("It is longer than it says.") : tooLarge();
    if (known) whole.set(chunk, length);
    else chunks.push(chunk);
    length += chunk.length;
  }
  return known ? whole.subarray(0, length) : Buffer.concat(chunks, length);
}

async function* chunksOf({ body }: Request): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
}

type Part = { readonly name: string | null; readonly bytes: Uint8Array };

function partsIn(body: Buffer, boundary: string): Part[] {
  const parts: Part[] = [];
  const dashes = `--${boundary}`;
  const start = body.indexOf(dashes);
  if (start !== 0 && (start === -1 || body.toString("latin1", start - 2, start) !== "\r\n"))
    throw broken("No part begins.");
  for (let at = start + dashes.length; body.toString("latin1", at, at + 2) !== "--";) {
    const headStart = body.indexOf("\r\n", at);
    const headEnd = headStart === -1 ? -1 : body.indexOf("\r\n\r\n", headStart);
    if (headEnd === -1 || headEnd - at > LONGEST_HEAD) throw broken("A part has no head.");
    const end = body.indexOf(`\r\n${dashes}`, headEnd + 2);
    if (end === -1) throw broken("Its end is missing.");
    const bytes = body.subarray(Math.min(headEnd + 4, end), end);
    parts.push({ name: nameOf(body.toString("utf8", headStart, headEnd)), bytes });
    at = end + 2 + dashes.length;
  }
  return parts;
}

/** Of a part's head; file names are nobody's business here. */
const nameOf = (head: string): string | null =>
  /\r\nContent-Disposition:[ \t]*form-data;(?:[^\r\n]*?;)?[ \t]*name="([^"\r\n]*)"/i.exec(head)?.[1] ?? null;
