/** Extracts a file's findings: text, pictures, numbers, or why it cannot be read. */
import type { Assignment, Findings } from "../../src/features/files/index.ts";
import { mediaType } from "../../src/kernel/media-types.ts";
import { CONTENT_LIMIT_BYTES } from "../../src/kernel/text.ts";
import { makeVariants } from "./images/variants.ts";
import { extractText } from "./text/extract.ts";
import { Unreadable } from "./unreadable.ts";

/** Maximum file size in memory; larger files are stored and served, but not parsed. */
const MAX_BYTES = 40_000_000;
/** Bytes of a longer text that are read: more than a page can contain. */
const TEXT_HEAD = 4_000_000;

type About = Pick<Assignment, "filename" | "mimeType" | "size"> & Partial<Pick<Assignment, "isOfArchive">>;

/** Never throws because of the file's content; a broken stream throws, and the job is retried. */
export async function readFindings(
  { filename, mimeType, size, isOfArchive = false }: About,
  body: ReadableStream<Uint8Array>,
  images?: ImagesBinding,
): Promise<Findings> {
  const isPlain = mimeType.startsWith("text/") || mimeType === "application/json";
  if (size > MAX_BYTES && !isPlain) {
    await body.cancel();
    return nothing({ note: "The file is too large to be processed. It is kept and can be downloaded." });
  }
  const bytes = await readUpTo(body, isPlain ? Math.min(size, TEXT_HEAD) : size);
  // Checked now: the PDF reader takes ownership of the bytes, which empties the array.
  const isHead = bytes.length < size;
  try {
    if (mediaType(mimeType)?.isResized) return await picture(bytes, images);
    if (mimeType.startsWith("image/") && mimeType !== "image/svg+xml")
      return nothing({ note: "Pictures of this type are kept as they are, without smaller versions." });
    const found = await extractText(bytes, mimeType, filename, CONTENT_LIMIT_BYTES, isOfArchive);
    if (found.kind === "none") return nothing({});
    const metadata = { ...found.metadata, ...((found.truncated || isHead) && { truncated: true }) };
    const { text, threads } = found;
    return { kind: "completed", text, metadata, variants: {}, ...(threads && { threads }) };
  } catch (error) {
    if (error instanceof Unreadable) return { kind: "failed", reason: error.message };
    throw error;
  }
}

const nothing = (metadata: Readonly<Record<string, unknown>>): Findings => ({
  kind: "completed",
  text: "",
  metadata,
  variants: {},
});

async function picture(bytes: Uint8Array, images?: ImagesBinding): Promise<Findings> {
  const { metadata, preview, thumbnail, why } = await makeVariants(bytes, images ? { images } : {});
  return {
    kind: "completed",
    text: "",
    metadata: { ...metadata, ...(why !== undefined && { note: why }) },
    variants: { ...(preview && { preview }), ...(thumbnail && { thumbnail }) },
  };
}

/** Reads the first `length` bytes into one buffer, and no more. */
async function readUpTo(body: ReadableStream<Uint8Array>, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  const reader = body.getReader();
  let at = 0;
  for (let read = await reader.read(); !read.done && at < length; read = await reader.read()) {
    const chunk = read.value.subarray(0, length - at);
    bytes.set(chunk, at);
    at += chunk.length;
  }
  await reader.cancel().catch(() => undefined);
  if (at < length) throw new Error(`The file ended after ${at} of ${length} bytes.`);
  return bytes;
}
