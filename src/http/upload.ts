/**
 * One file and a few short fields out of a `multipart/form-data` body (RFC 7578), taken as they come in: the file goes
 * to whoever receives it chunk by chunk, and nothing is asked of the client faster than that one takes it.
 */
import { Buffer } from "node:buffer";
import { AppError } from "../kernel/errors.ts";
import { boundaryOf, broken, cutOff, endingOf, partsOf, type PartEvent } from "./multipart.ts";

export type IncomingFile = {
  /** As the client wrote it, without folders; may be empty. */
  readonly filename: string;
  /** What the client calls it; lower case, proves nothing. */
  readonly declaredType: string;
  /** A chunk's bytes last until the next is asked for. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** The parts before it, by name. */
  readonly fields: Readonly<Record<string, string>>;
  /** Bytes that the file can have at most, which mostly is a few more than it has; null when the request does not say. */
  readonly most: number | null;
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
/** Most bytes taken from the network at a time. */
const READ_BYTES = 262_144;
const MAX_FIELDS = 8;
/** In bytes. */
const MAX_FIELD_LENGTH = 1_024;

/**
 * Reads the body to its end and hands the part `file` to `receive`. Throws `invalid_multipart` for a body that is cut
 * off, has no such part, several files or a field twice; `payload_too_large` beyond `maxBytes` of body; and whatever
 * `receive` throws. When it throws, the rest of the body is not read.
 */
export async function readUpload<T>(
  request: Request,
  maxBytes: number,
  receive: (file: IncomingFile) => Promise<T>,
): Promise<ParsedUpload<T>> {
  if (Number(request.headers.get("Content-Length") ?? "0") > maxBytes) throw tooLarge(maxBytes);
  if (request.body === null) throw broken("It is empty.");
  const boundary = boundaryOf(request.headers.get("Content-Type") ?? "");
  if (boundary === null) throw broken("The Content-Type names no boundary.");
  const source = openSource(request.body);
  try {
    const parts = partsOf(limitBytes(maxBytes, source), boundary);
    const length = Number(request.headers.get("Content-Length") ?? "NaN");
    return await readParts(parts, receive, Number.isSafeInteger(length) ? length - endingOf(boundary) : null);
  } catch (error) {
    // Anyone who sends on after this is not listened to.
    await source.cancel().catch(() => undefined);
    throw error;
  }
}

/** As `readUpload`, for a file that is wanted whole; it stands in memory once. */
export async function readWholeFile(
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
  new AppError("payload_too_large", `The request may have at most ${maxBytes} bytes.`);

/** `ends`: bytes of the body before the least that can follow the file. */
async function readParts<T>(
  parts: AsyncGenerator<PartEvent>,
  receive: (file: IncomingFile) => Promise<T>,
  ends: number | null,
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
      if (Object.hasOwn(fields, name)) throw broken(`The field \`${name.slice(0, 40)}\` comes twice.`);
      Object.defineProperty(fields, name, { value: await readField(parts), enumerable: true });
      continue;
    }
    if (uploaded !== null) throw broken("Send one file at a time.");
    const most = ends === null ? null : ends - begins;
    // Browsers write a quotation mark so (HTML, multipart/form-data encoding).
    const file = { filename: (filename ?? "").replaceAll("%22", '"'), declaredType: type };
    uploaded = {
      ...file,
      file: await receive({ ...file, fields: { ...fields }, chunks: restOf(parts), most }),
      fields,
    };
  }
  if (uploaded === null) throw broken("The part `file` is missing.");
  return uploaded;
}

/** The bytes of the part whose head was read last. What nobody asks for is passed over. */
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
  /** Null at the end. The bytes last until the next are read. */
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

/** Of a stream of bytes (WHATWG Streams §4.5); the runtime takes `min`, its types do not know of it. */
type MinReader = {
  read(
    view: Uint8Array<ArrayBuffer>,
    options: { min: number },
  ): Promise<{ value?: Uint8Array<ArrayBuffer> | undefined }>;
  cancel(): Promise<void>;
};

/** A sender who goes away in the middle has sent a body that is cut off; it is no fault of ours. */
const orCutOff = <T>(read: Promise<T>): Promise<T> =>
  read.catch((cause: unknown) => {
    const error = cutOff();
    error.cause = cause;
    throw error;
  });

/**
 * What comes over the network is read in stretches of our own size: by itself the runtime hands out 4 KB at a time. All
 * of them are read into the same memory.
 */
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
      // The last bytes come as such or, as the standard has it, together with word of the end.
      if (value === undefined || value.length === 0) return null;
      memory = value.buffer;
      return value;
    },
    cancel: () => reader.cancel(),
  };
}

/** A stream that is not of bytes, such as one made by a script. */
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
