/** Divides a page's text into the parts that get vectors, and compares them with those that have some. Pure. */
import { holdsMarkdown, type PageType } from "../../../kernel/page-type.ts";

/** `text` is what the model reads. `place` is where the chunk begins in the page's text, in code points from 1. */
export type Chunk = { readonly text: string; readonly place: number };

/** The first chunks of a page get vectors; the rest of a longer page is found by its words only. */
export const MAX_CHUNKS = 40;
/** Length in characters of a chunk, without the titles above it. */
export const CHUNK_LENGTH = 1_200;
/** From this length on, a heading begins a new chunk, so that an edit changes few chunks below it. */
const MIN_LENGTH = 300;
/** Characters of the titles above a chunk that the model reads. */
const MAX_TITLES = 300;

/** Code points read of a text: more than the chunks can contain, because blank lines are left out. */
export const READ_LENGTH = 60_000;

type Block = Chunk & { readonly level: number };

/** Paragraphs, headings and, of longer paragraphs, lines and parts of lines. `level` is that of a heading, else 0. */
function* blocksOf(content: string, isMarkdown: boolean): Generator<Block> {
  let lines: string[] = [];
  let [begin, place] = [1, 1];
  for (const line of content.split("\n")) {
    const level = isMarkdown ? (/^(#{1,6})\s/.exec(line)?.[1]?.length ?? 0) : 0;
    const text = lines.join("\n");
    if (text !== "" && (line.trim() === "" || level > 0 || text.length + line.length >= CHUNK_LENGTH)) {
      yield { text, place: begin, level: 0 };
      lines = [];
    }
    if (level > 0) yield { text: line.slice(0, CHUNK_LENGTH), place, level };
    else if (line.length > CHUNK_LENGTH) yield* partsOf(line, place);
    else if (line.trim() !== "") {
      if (lines.length === 0) begin = place;
      lines.push(line);
    }
    place += Array.from(line).length + 1;
  }
  if (lines.length > 0) yield { text: lines.join("\n"), place: begin, level: 0 };
}

/** Divides a long line, between words if it has any. */
function* partsOf(line: string, place: number): Generator<Block> {
  const chars = Array.from(line);
  for (let at = 0; at < chars.length;) {
    // Each code point has at most two units of UTF-16.
    const part = chars.slice(at, at + CHUNK_LENGTH / 2);
    const space = at + part.length < chars.length ? part.lastIndexOf(" ") : -1;
    const length = space > 0 ? space + 1 : part.length;
    const text = chars.slice(at, at + length).join("");
    if (text.trim() !== "") yield { text, place: place + at, level: 0 };
    at += length;
  }
}

type Page = { readonly title: string; readonly type: PageType; readonly content: string };

export function chunksOf({ title, type, content }: Page): Chunk[] {
  const chunks: Chunk[] = [];
  const path: string[] = [];
  let open: { readonly place: number; readonly above: string; text: string } | null = null;
  const close = (): void => {
    if (open) chunks.push({ place: open.place, text: `${open.above}\n${open.text}` });
    open = null;
  };
  for (const { text, place, level } of blocksOf(content, holdsMarkdown(type))) {
    const size: number = open?.text.length ?? 0;
    if (size + text.length + 1 > CHUNK_LENGTH || (level > 0 && size >= MIN_LENGTH)) close();
    if (chunks.length === MAX_CHUNKS) break;
    if (level > 0) path.length = Math.min(path.length, level - 1);
    open ??= { place, above: [title, ...path].join(" › ").slice(0, MAX_TITLES), text: "" };
    open.text += open.text === "" ? text : `\n${text}`;
    if (level > 0) path.push(text.replace(/^#+\s+/, ""));
  }
  close();
  if (chunks.length === 0) chunks.push({ text: title, place: 1 });
  return chunks.slice(0, MAX_CHUNKS);
}

export type KnownChunk = { readonly chunk: number; readonly hash: string };
export type HashedChunk = Chunk & { readonly hash: string };

export type ChunkPlan = {
  /** Every chunk, with its number. Chunks keep their numbers while their text stays the same, wherever it moves. */
  readonly chunks: readonly (HashedChunk & { readonly chunk: number })[];
  /** Numbers of those that need a new vector, and of vectors that no chunk has any more. */
  readonly fresh: ReadonlySet<number>;
  readonly gone: readonly number[];
};

export function planChunks(known: readonly KnownChunk[], wanted: readonly HashedChunk[]): ChunkPlan {
  const hashes = new Set(wanted.map(({ hash }) => hash));
  const unique = [...hashes].flatMap((each) => wanted.find(({ hash }) => hash === each) ?? []);
  const kept = new Map(known.filter(({ hash }) => hashes.has(hash)).map(({ chunk, hash }) => [hash, chunk]));
  const taken = new Set(kept.values());
  const free = Array.from({ length: MAX_CHUNKS }, (_, chunk) => chunk).filter((chunk) => !taken.has(chunk));
  const fresh = new Set<number>();
  const chunks = unique.flatMap((each) => {
    const chunk = kept.get(each.hash) ?? free.shift();
    if (chunk === undefined) return [];
    if (!kept.has(each.hash)) fresh.add(chunk);
    return [{ ...each, chunk }];
  });
  const used = new Set(chunks.map(({ chunk }) => chunk));
  return { chunks, fresh, gone: known.map(({ chunk }) => chunk).filter((chunk) => !used.has(chunk)) };
}

export const vectorId = (pageId: string, chunk: number): string => `${pageId}:${chunk}`;

/** Null for an id that `vectorId` did not make. */
export function parseVectorId(id: string): { pageId: string; chunk: number } | null {
  const [, pageId, chunk] = /^([\w-]+):(\d+)$/.exec(id) ?? [];
  return pageId === undefined ? null : { pageId, chunk: Number(chunk) };
}
