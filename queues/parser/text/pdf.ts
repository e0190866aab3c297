/**
 * Text of PDF (ISO 32000), page by page, in the order in which each page's content stream draws it: lines, in file
 * order.
 */
import { getDocumentProxy } from "unpdf";
import { blankOversizedStreams } from "./pdf-streams.ts";
import { type TextOutput } from "./text-out.ts";
import { Unreadable, damaged, locked } from "./unreadable.ts";

const MAX_PAGES = 2_000;
/** The whole file is in memory, in addition to what is derived from it. */
const MAX_BYTES = 40_000_000;

/** Maximum pieces of text in a document. */
const MAX_ITEMS = 500_000;
/** Additional cost of a chunk: each form that a page uses is a separate chunk, however short. */
const CHUNK = 5;

/**
 * In ms, for costs that the other limits miss: the Worker has half a minute of CPU time, and the last page needs some
 * of it.
 */
const TIMEOUT_MS = 10_000;

type Chunk = { readonly items: readonly { readonly str?: string; readonly hasEOL?: boolean }[] };
type Budget = { left: number };

/** Takes ownership of the bytes: the array may be empty afterwards. */
export async function readPdf(
  bytes: Uint8Array,
  out: TextOutput,
  patience = TIMEOUT_MS,
): Promise<{ pageCount: number }> {
  const started = Date.now();
  if (bytes.length > MAX_BYTES)
    throw new Unreadable("The PDF is larger than 40 MB, which is too large to read its text.");
  const wasBlanked = blankOversizedStreams(bytes);
  const missingOptions = new Set<string>();
  const pdf = await open(bytes, missingOptions);
  const items: Budget = { left: MAX_ITEMS };
  try {
    for (let number = 1; number <= pdf.numPages && !out.truncated; number++) {
      // Not after a page that was cancelled: until the file is closed, the library keeps working without a pause.
      if (number > 1) await clockMoves();
      if (number > MAX_PAGES || (number > 1 && Date.now() - started > patience)) out.truncate();
      else await readPage(pdf, number, out, items);
    }
    if (wasBlanked) out.truncate();
    // Fonts for East Asian scripts that name a predefined CMap instead of embedding one (§9.7.5.2) yield no text here.
    if (missingOptions.has("cMapUrl") && out.isEmpty)
      throw new Unreadable("The PDF requires character tables that are not available.");
    if (missingOptions.has("cMapUrl")) out.truncate();
    return { pageCount: pdf.numPages };
  } finally {
    await pdf.destroy();
  }
}

/** A Worker's clock only advances between events. */
const clockMoves = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

async function open(bytes: Uint8Array, asked: Set<string>): Promise<Pdf> {
  try {
    return await getDocumentProxy(bytes, {
      // Errors only: the library's warnings about damaged files do not belong in our log.
      verbosity: 0,
      maxImageSize: 1,
      disableFontFace: true,
      useSystemFonts: false,
      enableXfa: false,
      useWorkerFetch: false,
      BinaryDataFactory: noData(asked),
    });
  } catch (error) {
    throw nameOf(error) === "PasswordException" ? locked("PDF", error) : damaged(error);
  }
}

/** Replaces the library's external data: records the requested kinds, and provides nothing. */
const noData = (asked: Set<string>) =>
  class {
    fetch({ kind }: { readonly kind: string }): Promise<never> {
      asked.add(kind);
      return Promise.reject(new Error("Nothing is fetched here."));
    }
  };

async function readPage(pdf: Pdf, number: number, out: TextOutput, items: Budget): Promise<void> {
  try {
    const page = await pdf.getPage(number);
    // As a stream, because a page may include itself many times: unread parts are not generated.
    const reader = page.streamTextContent().getReader();
    const gap = out.isEmpty ? "" : "\n\n";
    let isStart = true;
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const text = textOf(next.value as Chunk, items);
      const written = isStart ? text.trimStart() : text;
      if (written !== "" && isStart) out.write(gap);
      if (written !== "") isStart = false;
      if (items.left <= 0) out.truncate();
      if (out.write(written)) continue;
      await reader.cancel(new Error("Enough has been read."));
      return;
    }
    page.cleanup();
  } catch (error) {
    throw damaged(error);
  }
}

/** Marked content is included as items without text, if requested. */
function textOf({ items }: Chunk, budget: Budget): string {
  budget.left -= items.length + CHUNK;
  return items.map(({ str = "", hasEOL = false }) => (hasEOL ? `${str}\n` : str)).join("");
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : "");
