import fc from "fast-check";
import { expect, test } from "vitest";
import { AppError } from "../kernel/errors.ts";
import { type IncomingFile, readUpload, type ParsedUpload } from "./upload.ts";

/** Total over all tests in this file; nightly runs use more. */
const RUNS = Math.ceil(Number(process.env.FUZZ_RUNS ?? "1500") / 5);
/** A body that takes this long (ms) is considered hung. */
const SETTINGS = { numRuns: RUNS, timeout: 10_000, endOnFailure: true };
const TIMEOUT_MS = { timeout: 0 };
const CAP = 20_000;

const ascii = (text: string): Uint8Array => Buffer.from(text, "latin1");
const join = (...pieces: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(pieces));

type Part = { readonly head: string; readonly content: Uint8Array };
type Sent = {
  readonly boundary: string;
  readonly filename: string;
  readonly file: Uint8Array;
  readonly fields: readonly (readonly [string, string])[];
  readonly fieldsFirst: number;
  readonly style: {
    readonly folded: boolean;
    readonly typed: boolean;
    readonly preamble: boolean;
    readonly epilogue: boolean;
  };
};

const letters = Array.from("abcXYZ0189");
/** RFC 2046 §5.1.1, without characters that require quoting. */
const boundary = fc.string({ unit: fc.constantFrom(...letters, "-", "_"), minLength: 1, maxLength: 70 });
const word = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 12 });

/** Arbitrary bytes, including some that resemble boundaries. */
const content = (edge: string) =>
  fc
    .array(
      fc.oneof(
        fc.uint8Array({ maxLength: 300, size: "max" }),
        fc
          .constantFrom(
            "\r\n--",
            "\r\n",
            "--",
            `--${edge}`,
            `\r\n--${edge.slice(0, -1)}\0`,
            `\n--${edge}`,
            `\r--${edge}--`,
            "\r\r\n-",
          )
          .map(ascii),
      ),
      { maxLength: 12 },
    )
    .map((pieces) => join(...pieces))
    // Such a file is indistinguishable from a boundary.
    .filter((bytes) => !Buffer.from(join(ascii("\r\n"), bytes)).includes(`\r\n--${edge}`));

const sent: fc.Arbitrary<Sent> = boundary.chain((edge) =>
  fc.record({
    boundary: fc.constant(edge),
    filename: fc.oneof(
      word,
      word.map((text) => `${text} é%22 \u{1f600}.txt`),
      fc.constant(""),
    ),
    file: content(edge),
    fields: fc
      .uniqueArray(
        fc.tuple(
          word.map((name) => `f${name}`),
          fc.string({ unit: "grapheme", maxLength: 40 }),
        ),
        {
          selector: ([name]) => name,
          maxLength: 4,
        },
      )
      .filter((fields) => fields.every(([, value]) => !`\r\n${value}`.includes(`\r\n--${edge}`))),
    fieldsFirst: fc.nat(4),
    style: fc.record({ folded: fc.boolean(), typed: fc.boolean(), preamble: fc.boolean(), epilogue: fc.boolean() }),
  }),
);

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

function encode({ boundary: edge, filename, file, fields, fieldsFirst, style }: Sent): Uint8Array {
  const [named, lineEnd] = [style.folded ? "content-DISPOSITION:form-data" : "Content-Disposition: form-data", "\r\n"];
  const head = `${named}; name="file"; filename="${filename}"${style.typed ? `${lineEnd}Content-Type: Image/PNG` : ""}`;
  const parts: Part[] = fields.map(([name, value]) => ({ head: `${named}; name="${name}"`, content: utf8(value) }));
  parts.splice(fieldsFirst, 0, { head, content: file });
  return join(
    ascii(style.preamble ? "before it\r\n" : ""),
    ...parts.flatMap((part) => [
      ascii(`--${edge}\r\n`),
      utf8(part.head),
      ascii("\r\n\r\n"),
      part.content,
      ascii("\r\n"),
    ]),
    ascii(`--${edge}--${style.epilogue ? "\r\nafter it" : ""}`),
  );
}

/** The body split at `cuts`, half the time as a byte stream from the network and half as a stream created by script. */
function inPieces(bytes: Uint8Array, cuts: readonly number[]): ReadableStream<Uint8Array> {
  const ends = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b);
  const pieces = ends.map((end, n) => bytes.slice(ends[n - 1] ?? 0, end));
  if (cuts.length % 2 === 0) {
    const all = pieces.values();
    return new ReadableStream({
      pull(controller: ReadableStreamDefaultController) {
        const { value, done } = all.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
    });
  }
  const full = pieces.filter(({ length }) => length > 0).values();
  return new ReadableStream({
    type: "bytes",
    pull(controller: ReadableByteStreamController) {
      const { value, done } = full.next();
      if (!done) return controller.enqueue(value);
      controller.close();
      controller.byobRequest?.respond(0);
    },
  });
}

const cuts = fc.oneof(
  { weight: 5, arbitrary: fc.array(fc.nat(), { maxLength: 20 }) },
  // One byte at a time.
  { weight: 1, arbitrary: fc.constant(Array.from({ length: 201 }, (_, at) => at)) },
);

type Receive = (file: IncomingFile) => Promise<Uint8Array>;

const takeAll: Receive = async ({ chunks }) => {
  const pieces: Uint8Array[] = [];
  for await (const chunk of chunks) pieces.push(Uint8Array.from(chunk));
  return join(...pieces);
};

function read(body: ReadableStream, edge: string, receive = takeAll, cap = CAP): Promise<ParsedUpload<Uint8Array>> {
  const headers = { "Content-Type": `multipart/form-data; boundary=${edge}` };
  // workerd's request types lack `duplex`.
  const init = { method: "POST", body, headers, duplex: "half" } as RequestInit;
  return readUpload(new Request("http://localhost/", init), cap, receive);
}

/** The parsed upload or the error code of the refusal. Any other error fails the test. */
async function outcome(reading: Promise<ParsedUpload<Uint8Array>>): Promise<ParsedUpload<Uint8Array> | string> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

const REFUSALS = ["invalid_multipart", "payload_too_large"];

test("reads a file byte for byte, however the network splits the body", TIMEOUT_MS, async () => {
  await fc.assert(
    fc.asyncProperty(sent, cuts, async (given, borders) => {
      const found = await read(inPieces(encode(given), borders), given.boundary);
      expect(Buffer.from(found.file).equals(given.file)).toBe(true);
      expect({ ...found.fields }).toEqual(Object.fromEntries(given.fields));
      expect(found.filename).toBe(given.filename.replaceAll("%22", '"'));
      expect(found.declaredType).toBe(given.style.typed ? "image/png" : "text/plain");
    }),
    SETTINGS,
  );
});

test("rejects a body truncated at any position", TIMEOUT_MS, async () => {
  await fc.assert(
    fc.asyncProperty(sent, cuts, fc.nat(), async (given, borders, at) => {
      const whole = encode({ ...given, style: { ...given.style, epilogue: false } });
      const short = whole.slice(0, at % (whole.length - 1));
      expect(await outcome(read(inPieces(short, borders), given.boundary))).toBe("invalid_multipart");
    }),
    SETTINGS,
  );
});

const edits = fc.array(
  fc.record({
    kind: fc.constantFrom("set", "cut", "copy", "noise"),
    at: fc.nat(),
    from: fc.nat(),
    length: fc.integer({ min: 1, max: 80 }),
  }),
  { minLength: 1, maxLength: 5 },
);
type Edit = typeof edits extends fc.Arbitrary<readonly (infer Each)[]> ? Each : never;

function damage(bytes: Uint8Array, all: readonly Edit[]): Uint8Array {
  return all.reduce((now, { kind, at, from, length }) => {
    const [start, other] = [at % (now.length + 1), from % (now.length + 1)];
    const put =
      kind === "copy" ? now.subarray(other, other + length) : kind === "cut" ? ascii("") : Uint8Array.of(from % 256);
    const skipped = kind === "cut" ? length : kind === "set" ? 1 : 0;
    return join(now.subarray(0, start), put, now.subarray(start + skipped));
  }, bytes);
}

test("reads or rejects a damaged body without other errors", TIMEOUT_MS, async () => {
  await fc.assert(
    fc.asyncProperty(sent, cuts, edits, async (given, borders, all) => {
      const found = await outcome(read(inPieces(damage(encode(given), all), borders), given.boundary));
      if (typeof found === "string") expect(REFUSALS).toContain(found);
      else expect(found.file).toBeInstanceOf(Uint8Array);
    }),
    SETTINGS,
  );
});

test("reads or rejects any bytes, and reads at most up to the limit", TIMEOUT_MS, async () => {
  const any = fc.array(
    fc.oneof(
      fc.uint8Array({ maxLength: 400, size: "max" }),
      fc
        .constantFrom(
          "--b",
          "--b\r\n",
          "\r\n--b--",
          "\r\n\r\n",
          'Content-Disposition: form-data; name="file"',
          "; filename=x",
          "\r\n",
          "Content-Type: ;;",
          '="',
        )
        .map(ascii),
    ),
    { maxLength: 20 },
  );
  await fc.assert(
    fc.asyncProperty(any, cuts, fc.constantFrom(100, 1_000, CAP), async (pieces, borders, cap) => {
      const bytes = join(...pieces);
      const found = await outcome(read(inPieces(bytes, borders), "b", takeAll, cap));
      if (typeof found === "string") expect(REFUSALS).toContain(found);
      else expect(bytes.length).toBeLessThanOrEqual(cap);
    }),
    SETTINGS,
  );
});

test("finishes the body if the receiver is slow, does not read it, or aborts", TIMEOUT_MS, async () => {
  const manner = fc.constantFrom("slow", "unread", "refuses", "breaks off");
  await fc.assert(
    fc.asyncProperty(
      sent,
      cuts,
      manner,
      fc.nat(500),
      fc.option(edits, { nil: null }),
      async (given, borders, how, after, all) => {
        const receive: Receive = async (file) => {
          const full = new AppError("storage_full", "Full.");
          if (how === "refuses") throw full;
          if (how === "unread") return ascii("");
          const pieces: Uint8Array[] = [];
          for await (const chunk of file.chunks) {
            pieces.push(Uint8Array.from(chunk));
            if (how === "breaks off" && join(...pieces).length >= after) throw full;
            await new Promise((resume) => setImmediate(resume));
          }
          return join(...pieces);
        };
        const whole = encode(given);
        const found = await outcome(read(inPieces(all ? damage(whole, all) : whole, borders), given.boundary, receive));
        if (typeof found === "string") expect([...REFUSALS, "storage_full"]).toContain(found);
        else if (how === "slow" && all === null) expect(Buffer.from(found.file).equals(given.file)).toBe(true);
        if (how === "refuses" && all === null) expect(found).toBe("storage_full");
      },
    ),
    SETTINGS,
  );
});

test("rejects parts without a name", async () => {
  const nameless = "--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n";
  for (const times of [1, 2]) {
    const body = new Blob([`${nameless.repeat(times)}--b--`]).stream();
    expect(await outcome(read(body, "b"))).toBe("invalid_multipart");
  }
});
