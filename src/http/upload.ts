/**
 * Reads one file and a few short fields from a `multipart/form-data` body (RFC 7578) as a stream: the file is passed to its
 * receiver chunk by chunk, with backpressure to the client.
 */
import { Buffer } from "node:buffer";
import { AppError } from "../kernel/errors.ts";
import { boundaryOf, broken, cutOff, endingOf, partsOf, type PartEvent } from "./multipart.ts";

export type IncomingFile = {
  /** As sent by the client, without folders; may be empty. */
  readonly filename: string;
  /** As declared by the client, in lower case; proves nothing. */
  readonly declaredType: string;
  /** A chunk's bytes are valid until the next chunk is requested. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** The parts before the file, by name. */
  readonly fields: Readonly<Record<string, string>>;
  /** Upper bound of the file's size in bytes, usually slightly above the real size; null if the request has no length. */
  readonly maxSize: number | null;
};

export type ParsedUpload<T> = {
  readonly file: T;
  readonly filename: string;
  readonly declaredType: string;
  /** All other parts, by name. */
  readonly fields: Readonly<Record<string, string>>;
};

/** Room for boundaries, part heads and fields around the file, in bytes. */
export const MULTIPART_OVERHEAD = 65_536;
/** Maximum number of bytes per read from the network. */
const READ_BYTES = 262_144;
const MAX_FIELDS = 8;
/** In bytes. */
const MAX_FIELD_LENGTH = 1_024;

/**
 * Reads the body to its end and passes the part `file` to `receive`. Throws `invalid_multipart` if the body is truncated,
 * has no such part, has several files or repeats a field; `payload_too_large` if the body exceeds `maxBytes`; and whatever
 * `receive` throws. After an error, the rest of the body is not read.
 */
export async function readUpload<T>(
  request: Request,
  maxBytes: number,
  receive: (file: IncomingFile) => Promise<T>,
): Promise<ParsedUpload<T>> {
  if (Number(request.headers.get("Content-Length") ?? "0") > maxBytes) throw tooLarge(maxBytes);
  if (request.body === null) throw broken("It is empty.");
  const boundary = boundaryOf(request.headers.get("Content-Type") ?? "");
  if (boundary === null) throw broken("The Content-Type contains no boundary.");
  const source = openSource(request.body);
  try {
    const parts = partsOf(limitBytes(maxBytes, source), boundary);
    const length = Number(request.headers.get("Content-Length") ?? "NaN");
    return await readParts(parts, receive, Number.isSafeInteger(length) ? length - endingOf(boundary) : null);
  } catch (error) {
    // Stop reading, even if the client keeps sending.
    await source.cancel().catch(() => undefined);
    throw error;
  }
}

/** Like `readUpload`, but buffers the whole file in memory, once. */
export async function readFileIntoMemory(
  request: Request,
  maxBytes: number,
): Promise<ParsedUpload<Uint8Array<ArrayBuffer>>> {
  const declared = Number(request.headers.get("Content-Length") ?? "0");
  return readUpload(request, maxBytes, async ({ chunks }) => {
    let bytes = new Uint8Array(declared > 0 && declared <= maxBytes ? declared : READ_BYTES);
    let length = 0;
    for await (const chunk of chunks) {
      if (length + chunk.length > bytes.length) {
        const larger = new Uint8Array(Math.max(bytes.length * 2, length + chunk.length));
        larger.set(bytes);
        bytes = larger;
      }
      bytes.set(chunk, length);
      length += chunk.length;
    }
    return bytes.subarray(0, length);
  });
}

const tooLarge = (maxBytes: number): AppError =>
  new AppError("payload_too_large", `The request can be at most ${maxBytes} bytes.`);

/** `ends`: length of the body without the shortest possible ending after the file. */
async function readParts<T>(
  parts: AsyncGenerator<PartEvent>,
  receive: (file: IncomingFile) => Promise<T>,
  maxEnd: number | null,
): Promise<ParsedUpload<T>> {
  const fields: Record<string, string> = {};
  let uploaded: ParsedUpload<T> | null = null;
  for (let event = await parts.next(); !event.done; event = await parts.next()) {
    if (event.value.kind !== "head") continue;
    const { name, filename, type, begins } = event.value;
    if (name === null) throw broken("A part has no name.");
    if (name !== "file") {
      if (filename !== null) throw broken("Send the file as the part `file`.");
      if (Object.keys(fields).length === MAX_FIELDS) throw broken("It has too many parts.");
      if (Object.hasOwn(fields, name)) throw broken(`The field \`${name.slice(0, 40)}\` occurs twice.`);
      Object.defineProperty(fields, name, { value: await readField(parts), enumerable: true });
      continue;
    }
    if (uploaded !== null) throw broken("Send one file at a time.");
    const maxSize = maxEnd === null ? null : maxEnd - begins;
    // Browsers encode a quotation mark this way (HTML, multipart/form-data encoding).
    const file = { filename: (filename ?? "").replaceAll("%22", '"'), declaredType: type };
    uploaded = {
      ...file,
      file: await receive({ ...file, fields: { ...fields }, chunks: restOf(parts), maxSize }),
      fields,
    };
  }
  if (uploaded === null) throw broken("The part `file` is missing.");
  return uploaded;
}

/** The bytes of the part whose head was read last. Unread bytes are skipped. */
async function* restOf(parts: AsyncGenerator<PartEvent>): AsyncGenerator<Uint8Array> {
  for (let event = await parts.next(); !event.done && event.value.kind === "data"; event = await parts.next())
    yield event.value.bytes;
}

async function readField(parts: AsyncGenerator<PartEvent>): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const bytes of restOf(parts)) {
    length += bytes.length;
    if (length > MAX_FIELD_LENGTH) throw broken("A field is too long.");
    pieces.push(Buffer.from(bytes));
  }
  return Buffer.concat(pieces).toString("utf8");
}

type Source = {
  /** Null at the end. The bytes are valid until the next read. */
  readonly read: () => Promise<Uint8Array | null>;
  readonly cancel: () => Promise<void>;
};

async function* limitBytes(maxBytes: number, source: Source): AsyncGenerator<Uint8Array> {
  let length = 0;
  for (let chunk = await source.read(); chunk; chunk = await source.read()) {
    length += chunk.length;
    if (length > maxBytes) throw tooLarge(maxBytes);
    yield chunk;
  }
}

/** A reader of a byte stream (WHATWG Streams §4.5); the runtime supports `min`, but its types do not. */
type MinReader = {
  read(
    view: Uint8Array<ArrayBuffer>,
    options: { min: number },
  ): Promise<{ value?: Uint8Array<ArrayBuffer> | undefined }>;
  cancel(): Promise<void>;
};

/** A client that disconnects midway has sent a truncated body; this is not an internal error. */
const orCutOff = <T>(read: Promise<T>): Promise<T> =>
  read.catch((cause: unknown) => {
    const error = cutOff();
    error.cause = cause;
    throw error;
  });

/** Reads from the network in larger blocks: by default the runtime returns 4 KB at a time. All reads use the same buffer. */
function openSource(body: ReadableStream<Uint8Array>): Source {
  let reader: MinReader;
  try {
    reader = body.getReader({ mode: "byob" });
  } catch {
    return openAnySource(body);
  }
  let memory = new ArrayBuffer(READ_BYTES);
  return {
    async read() {
      const { value } = await orCutOff(reader.read(new Uint8Array(memory), { min: READ_BYTES }));
      // The last bytes arrive on their own or, as in the standard, together with the end of the stream.
      if (value === undefined || value.length === 0) return null;
      memory = value.buffer;
      return value;
    },
    cancel: () => reader.cancel(),
  };
}

/** A stream that is not a byte stream, such as one created by a script. */
function openAnySource(body: ReadableStream<Uint8Array>): Source {
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
  return {
    async read() {
      const { done, value } = await orCutOff(reader.read());
      return done ? null : value;
    },
    cancel: () => reader.cancel(),
  };
}
