/**
 * One file and a few short fields out of a `multipart/form-data` body (RFC 7578), taken as they come in: the file goes
 * to whoever receives it chunk by chunk, and nothing is asked of the client faster than that one takes it.
 */
import { Busboy } from "@fastify/busboy";
import { AppError } from "../kernel/errors.ts";

export type IncomingFile = {
  /** As the client wrote it, without folders; may be empty. */
  readonly filename: string;
  /** What the client calls it; lower case, proves nothing. */
  readonly declaredType: string;
  readonly chunks: AsyncIterable<Uint8Array>;
};

export type Uploaded<T> = {
  readonly file: T;
  readonly filename: string;
  readonly declaredType: string;
  /** All other parts, by name. */
  readonly fields: Readonly<Record<string, string>>;
};

/** Room for boundaries, part heads and fields around the file, in bytes. */
export const ENVELOPE = 65_536;
/** Most bytes taken from the network at a time. */
const STRETCH = 65_536;
const LIMITS = { files: 1, fields: 8, parts: 9, fieldSize: 1_024, headerPairs: 20, headerSize: 16_384 };

const broken = (why: string): AppError =>
  new AppError("invalid_multipart", `The body is not what multipart/form-data should be. ${why}`);

/**
 * Reads the body to its end and hands the part `file` to `receive`. Throws `invalid_multipart` for a body that is cut
 * off, has no such part, several files or a field twice; `payload_too_large` beyond `maxBytes` of body; and whatever
 * `receive` throws. When it throws, the rest of the body is not read.
 */
export async function readUpload<T>(
  request: Request,
  maxBytes: number,
  receive: (file: IncomingFile) => Promise<T>,
): Promise<Uploaded<T>> {
  const tooLarge = (): AppError => new AppError("payload_too_large", `The request may have at most ${maxBytes} bytes.`);
  if (Number(request.headers.get("Content-Length") ?? "0") > maxBytes) throw tooLarge();
  if (request.body === null) throw broken("It is empty.");
  const form = openForm(request.headers.get("Content-Type") ?? "", receive);
  const source = openSource(request.body);
  try {
    let length = 0;
    for (let chunk = await source.read(); chunk; chunk = await source.read()) {
      length += chunk.length;
      if (length > maxBytes) throw tooLarge();
      await form.write(chunk);
    }
    return await form.end();
  } catch (error) {
    form.destroy();
    // Whoever sends on after this is not listened to.
    await source.cancel().catch(() => undefined);
    throw error;
  }
}

type Source = { readonly read: () => Promise<Uint8Array | null>; readonly cancel: () => Promise<void> };

/** What comes over the network is read in stretches of our own size: by itself the runtime hands out 4 KB at a time. */
function openSource(body: ReadableStream<Uint8Array>): Source {
  let reader: ReadableStreamBYOBReader;
  try {
    reader = body.getReader({ mode: "byob" });
  } catch {
    return openAnySource(body);
  }
  let stretch = new Uint8Array(STRETCH);
  return {
    async read() {
      const { done, value } = await reader.read(stretch);
      if (done) return null;
      // A few bytes must not keep a whole stretch: whoever sends them one by one would fill the memory.
      const isFew = value.length < STRETCH / 4;
      stretch = isFew ? new Uint8Array(value.buffer) : new Uint8Array(STRETCH);
      return isFew ? value.slice() : value;
    },
    cancel: () => reader.cancel(),
  };
}

/** A stream that is not of bytes, such as one made by a script. */
function openAnySource(body: ReadableStream<Uint8Array>): Source {
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
  return {
    async read() {
      const { done, value } = await reader.read();
      return done ? null : value;
    },
    cancel: () => reader.cancel(),
  };
}

type Form<T> = {
  /** Resolves when more may come. */
  readonly write: (chunk: Uint8Array) => Promise<void>;
  readonly end: () => Promise<Uploaded<T>>;
  readonly destroy: () => void;
};

function openForm<T>(contentType: string, receive: (file: IncomingFile) => Promise<T>): Form<T> {
  const parser = openParser(contentType);
  const fields: Record<string, string> = {};
  let received: Promise<Uploaded<T>> | null = null;
  let fail: (error: unknown) => void = () => undefined;
  // Rejects with the first thing that went wrong, wherever the reader waits just then; never resolves.
  const failed = new Promise<never>((_, reject) => (fail = reject));
  failed.catch(() => undefined);

  parser.on("file", (name, stream, filename, _encoding, declaredType) => {
    // A stream that is destroyed while somebody reads it says so there; without a listener it would end the isolate.
    stream.on("error", fail);
    if (name !== "file") {
      fail(broken("Send the file as the part `file`."));
      stream.resume();
      return;
    }
    // Browsers write a quotation mark so (HTML, multipart/form-data encoding).
    const file = {
      filename: (filename ?? "").replaceAll("%22", '"'),
      declaredType: declaredType.toLowerCase(),
      chunks: stream,
    };
    received = receive(file).then((result) => {
      // What it left unread is passed over; else the body would wait for it for ever.
      stream.resume();
      return { ...file, file: result, fields };
    });
    received.catch(fail);
  });
  parser.on("field", (name, value, nameCut, valueCut) => {
    // The library's types leave out that a part may have no name.
    if (typeof name !== "string") fail(broken("A part has no name."));
    else if (nameCut || valueCut) fail(broken("A field is too long."));
    else if (Object.hasOwn(fields, name)) fail(broken(`The field \`${name.slice(0, 40)}\` comes twice.`));
    else Object.defineProperty(fields, name, { value, enumerable: true });
  });
  parser.on("filesLimit", () => fail(broken("Send one file at a time.")));
  for (const event of ["fieldsLimit", "partsLimit"] as const)
    parser.on(event, () => fail(broken("It has too many parts.")));
  parser.on("error", () => fail(broken("It is cut off, or its boundary is wrong.")));
  const finished = new Promise<void>((resolve) => parser.on("finish", resolve));

  return {
    async write(chunk) {
      if (parser.write(chunk)) return;
      await Promise.race([new Promise<void>((resume) => parser.once("drain", () => resume())), failed]);
    },
    async end() {
      parser.end();
      await Promise.race([finished, failed]);
      if (received === null) throw broken("The part `file` is missing.");
      return Promise.race([received, failed]);
    },
    destroy: () => parser.destroy(),
  };
}

function openParser(contentType: string) {
  try {
    return new Busboy({
      headers: { "content-type": contentType },
      limits: LIMITS,
      isPartAFile: (name, _type, filename) => name === "file" || filename !== undefined,
    });
  } catch {
    throw broken("The Content-Type names no boundary.");
  }
}
