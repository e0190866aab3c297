/** Splits a `multipart/form-data` body (RFC 7578, RFC 2046 §5.1) into its parts as a stream. */
import { Buffer } from "node:buffer";
import { AppError } from "../kernel/errors.ts";

/** The headers of a part. */
type PartHead = {
  readonly kind: "head";
  readonly name: string | null;
  /** As sent by the client, without folders; null for a part that is not a file, "" for a file without a name. */
  readonly filename: string | null;
  /** Lower case, without parameters. */
  readonly type: string;
  /** Offset of the part's content in the body. */
  readonly begins: number;
};

/** Minimum number of bytes that follow the content of a part. */
export const endingOf = (boundary: string): number => `${LINE_END}--${boundary}--`.length;

/** A part is its head, any number of pieces, and its end. A piece's bytes are valid until the next is requested. */
export type PartEvent = PartHead | { readonly kind: "data"; readonly bytes: Uint8Array } | { readonly kind: "end" };

const MAX_HEAD_LENGTH = 16_384;
const LINE_END = "\r\n";

export const broken = (why: string): AppError =>
  new AppError("invalid_multipart", `The body is not valid multipart/form-data. ${why}`);

export const cutOff = (): AppError => broken("It is truncated, or its boundary is wrong.");

/** The boundary parameter of a Content-Type; null if there is none. */
export function boundaryOf(contentType: string): string | null {
  const [, quoted, token] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
  return quoted ?? token ?? null;
}

/**
 * Reads `chunks` to their end, only as fast as events are consumed. A chunk may be overwritten once the next one is
 * requested. Throws `invalid_multipart` if the body is truncated or is not multipart.
 */
export async function* partsOf(chunks: AsyncIterator<Uint8Array>, boundary: string): AsyncGenerator<PartEvent> {
  const border = Buffer.from(`${LINE_END}--${boundary}`, "latin1");
  // The first boundary has no line end before it, so one is added.
  const body = new StreamBuffer(chunks, LINE_END);
  while (!body.skipPast(border)) await body.slide(border.length - 1);
  while (!(await isLast(body))) {
    const head = readHead(await readPartHead(body));
    yield { ...head, begins: body.begins };
    let end = body.find(border);
    for (; end === -1; end = body.find(border)) {
      // Bytes that may be the start of a boundary are held back until the next chunk.
      const partial = body.endsWithPartOf(border);
      const bytes = body.upTo(body.length - partial);
      if (bytes.length > 0) yield { kind: "data", bytes };
      await body.slide(partial);
    }
    const bytes = body.upTo(end);
    if (bytes.length > 0) yield { kind: "data", bytes };
    body.skipPast(border);
    yield { kind: "end" };
  }
  await body.drain();
}

/** After a boundary: two dashes end the body, and everything after them is ignored. */
async function isLast(body: StreamBuffer): Promise<boolean> {
  while (body.length < 2) await body.slide(body.length);
  return body.startsWith("--");
}

/** The lines between a boundary and the empty line before the content, and the rest of the boundary's own line. */
async function readPartHead(body: StreamBuffer): Promise<string> {
  const end = Buffer.from(LINE_END + LINE_END, "latin1");
  for (let at = body.find(end); ; at = body.find(end)) {
    if (at > MAX_HEAD_LENGTH || (at === -1 && body.length > MAX_HEAD_LENGTH)) throw broken("A part has no headers.");
    if (at !== -1) {
      const head = body.upTo(at).toString("utf8");
      body.skipPast(end);
      return head;
    }
    await body.slide(body.length);
  }
}

/** RFC 7578 §4.2 and §4.8: other headers of a part are ignored. */
function readHead(text: string): Omit<PartHead, "begins"> {
  const [padding = "", ...lines] = text.replace(/\r\n[ \t]+/g, " ").split(LINE_END);
  if (padding.trim() !== "") throw broken("A boundary is followed by unexpected data.");
  const valueOf = (field: string): string | null =>
    lines
      .find((line) => line.toLowerCase().startsWith(`${field}:`))
      ?.slice(field.length + 1)
      .trim() ?? null;
  const disposition = valueOf("content-disposition") ?? "";
  const isOfForm = /^form-data(?:[ \t]*;|$)/i.test(disposition);
  const filename = isOfForm ? (encodedParameter(disposition, "filename") ?? parameter(disposition, "filename")) : null;
  return {
    kind: "head",
    name: isOfForm ? parameter(disposition, "name") : null,
    filename: filename && withoutFolders(filename),
    type: (valueOf("content-type") ?? "text/plain").split(";")[0]?.trim().toLowerCase() ?? "",
  };
}

/** A quoted string or a token. As in browsers, a backslash is literal unless it precedes a quotation mark or a backslash. */
function parameter(disposition: string, name: string): string | null {
  const pattern = new RegExp(`;[ \\t]*(?:([\\w*-]+)[ \\t]*=[ \\t]*(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;"]*)))`, "g");
  for (const [, key, quoted, token] of disposition.matchAll(pattern)) {
    if (key?.toLowerCase() === name) return quoted?.replace(/\\(["\\])/g, "$1") ?? token ?? "";
  }
  return null;
}

/** The encoding of RFC 8187, which some clients use for non-ASCII names. */
function encodedParameter(disposition: string, name: string): string | null {
  const [, text] = /^utf-8'[^']*'(.*)$/i.exec(parameter(disposition, `${name}*`) ?? "") ?? [];
  try {
    return text === undefined ? null : decodeURIComponent(text);
  } catch {
    return null;
  }
}

function withoutFolders(path: string): string {
  const [name = ""] = /[^/\\]*$/.exec(path) ?? [];
  return name === "." || name === ".." ? "" : name;
}

/** The buffered part of the body: what was kept of earlier chunks, and the current one. */
class StreamBuffer {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #bytes: Buffer;
  #received = 0;

  constructor(chunks: AsyncIterator<Uint8Array>, begin: string) {
    this.#chunks = chunks;
    this.#bytes = Buffer.from(begin, "latin1");
  }

  get length(): number {
    return this.#bytes.length;
  }

  /** Offset of the buffer in the body. */
  get begins(): number {
    return this.#received - this.#bytes.length;
  }

  find(bytes: Buffer): number {
    return this.#bytes.indexOf(bytes);
  }

  startsWith(text: string): boolean {
    return this.#bytes.toString("latin1", 0, text.length) === text;
  }

  upTo(end: number): Buffer {
    return this.#bytes.subarray(0, end);
  }

  /** False if the bytes are not found. */
  skipPast(bytes: Buffer): boolean {
    const at = this.find(bytes);
    if (at !== -1) this.#bytes = this.#bytes.subarray(at + bytes.length);
    return at !== -1;
  }

  /** How many bytes at the end are a prefix of `border`. */
  endsWithPartOf(border: Buffer): number {
    const from = Math.max(0, this.length - border.length + 1);
    for (
      let at = this.#bytes.indexOf(border.subarray(0, 1), from);
      at !== -1;
      at = this.#bytes.indexOf(border.subarray(0, 1), at + 1)
    ) {
      const tail = this.#bytes.subarray(at);
      if (tail.equals(border.subarray(0, tail.length))) return tail.length;
    }
    return 0;
  }

  /** Keeps the last `kept` bytes and appends the next chunk. */
  async slide(kept: number): Promise<void> {
    // Copied, because requesting the next chunk may overwrite this one.
    const rest = Buffer.from(this.#bytes.subarray(Math.max(0, this.length - kept)));
    const { done, value } = await this.#chunks.next();
    if (done) throw cutOff();
    this.#received += value.length;
    const chunk = Buffer.from(value.buffer, value.byteOffset, value.length);
    this.#bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
  }

  async drain(): Promise<void> {
    while (!(await this.#chunks.next()).done);
  }
}
