/** Splits a `multipart/form-data` body (RFC 7578, RFC 2046 §5.1) into its parts while it comes in. */
import { Buffer } from "node:buffer";
import { AppError } from "../kernel/errors.ts";

/** What a part says of itself. */
type PartHead = {
  readonly kind: "head";
  readonly name: string | null;
  /** Without folders, as the client wrote it; null for a part that is no file, "" for a file without a name. */
  readonly filename: string | null;
  /** Lower case, without parameters. */
  readonly type: string;
  /** Bytes of the body before its content. */
  readonly begins: number;
};

/** Least bytes of a body that follow the content of a part. */
export const endingOf = (boundary: string): number => `${LINE_END}--${boundary}--`.length;

/** A part is its head, its bytes in any number of pieces, and its end. The bytes of a piece last until the next is asked for. */
export type PartEvent = PartHead | { readonly kind: "data"; readonly bytes: Uint8Array } | { readonly kind: "end" };

const MAX_HEAD_LENGTH = 16_384;
const LINE_END = "\r\n";

export const broken = (why: string): AppError =>
  new AppError("invalid_multipart", `The body is not what multipart/form-data should be. ${why}`);

export const cutOff = (): AppError => broken("It is cut off, or its boundary is wrong.");

/** Of a Content-Type; null for none. */
export function boundaryOf(contentType: string): string | null {
  const [, quoted, token] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
  return quoted ?? token ?? null;
}

/**
 * Reads `chunks` to their end, no faster than the events are asked for. A chunk may be overwritten once the next one is
 * asked for. Throws `invalid_multipart` for a body that is cut off or no such body at all.
 */
export async function* partsOf(chunks: AsyncIterator<Uint8Array>, boundary: string): AsyncGenerator<PartEvent> {
  const border = Buffer.from(`${LINE_END}--${boundary}`, "latin1");
  // A border at the very beginning is one as well.
  const body = new StreamBuffer(chunks, LINE_END);
  while (!body.skipPast(border)) await body.slide(border.length - 1);
  while (!(await isLast(body))) {
    const head = readHead(await takeHead(body));
    yield { ...head, begins: body.begins };
    let end = body.find(border);
    for (; end === -1; end = body.find(border)) {
      // What may be the beginning of a border waits for what follows it.
      const held = body.endsWithPartOf(border);
      const bytes = body.upTo(body.length - held);
      if (bytes.length > 0) yield { kind: "data", bytes };
      await body.slide(held);
    }
    const bytes = body.upTo(end);
    if (bytes.length > 0) yield { kind: "data", bytes };
    body.skipPast(border);
    yield { kind: "end" };
  }
  await body.drain();
}

/** Behind a border: two dashes end the body, everything after them is for nobody. */
async function isLast(body: StreamBuffer): Promise<boolean> {
  while (body.length < 2) await body.slide(body.length);
  return body.startsWith("--");
}

/** The lines between a border and the empty line before the content, with the rest of the border's own line. */
async function takeHead(body: StreamBuffer): Promise<string> {
  const end = Buffer.from(LINE_END + LINE_END, "latin1");
  for (let at = body.find(end); ; at = body.find(end)) {
    if (at > MAX_HEAD_LENGTH || (at === -1 && body.length > MAX_HEAD_LENGTH)) throw broken("A part has no head.");
    if (at !== -1) {
      const head = body.upTo(at).toString("utf8");
      body.skipPast(end);
      return head;
    }
    await body.slide(body.length);
  }
}

/** RFC 7578 §4.2 and §4.8: what else a part may say of itself is passed over. */
function readHead(text: string): Omit<PartHead, "begins"> {
  const [padding = "", ...lines] = text.replace(/\r\n[ \t]+/g, " ").split(LINE_END);
  if (padding.trim() !== "") throw broken("A border is followed by something else.");
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

/** A quoted string or a token. A backslash stands for itself, as browsers write it, unless it is before a quotation mark or another. */
function parameter(disposition: string, name: string): string | null {
  const pattern = new RegExp(`;[ \\t]*(?:([\\w*-]+)[ \\t]*=[ \\t]*(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;"]*)))`, "g");
  for (const [, key, quoted, token] of disposition.matchAll(pattern)) {
    if (key?.toLowerCase() === name) return quoted?.replace(/\\(["\\])/g, "$1") ?? token ?? "";
  }
  return null;
}

/** As RFC 8187 has it, which some clients send for names that are not ASCII. */
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

/** The part of the body that is looked at: what was kept of the chunks before, and the present one. */
class StreamBuffer {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #bytes: Buffer;
  #taken = 0;

  constructor(chunks: AsyncIterator<Uint8Array>, begin: string) {
    this.#chunks = chunks;
    this.#bytes = Buffer.from(begin, "latin1");
  }

  get length(): number {
    return this.#bytes.length;
  }

  /** Bytes of the body before this. */
  get begins(): number {
    return this.#taken - this.#bytes.length;
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

  /** False when they are not there. */
  skipPast(bytes: Buffer): boolean {
    const at = this.find(bytes);
    if (at !== -1) this.#bytes = this.#bytes.subarray(at + bytes.length);
    return at !== -1;
  }

  /** How many bytes at the end are the beginning of `border`. */
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

  /** Keeps the last `kept` bytes and goes on to the next chunk. */
  async slide(kept: number): Promise<void> {
    // A copy, for asking for the next chunk may overwrite this one.
    const rest = Buffer.from(this.#bytes.subarray(Math.max(0, this.length - kept)));
    const { done, value } = await this.#chunks.next();
    if (done) throw cutOff();
    this.#taken += value.length;
    const chunk = Buffer.from(value.buffer, value.byteOffset, value.length);
    this.#bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
  }

  async drain(): Promise<void> {
    while (!(await this.#chunks.next()).done);
  }
}
