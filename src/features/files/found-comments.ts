/** The comments that were found in a file, kept in the bucket beside its smaller pictures until a document is made of it. */
import { createHash } from "node:crypto";
import { MAX_QUOTE } from "../../kernel/comment.ts";
import type { Deps } from "../../deps.ts";
import {
  FoundThreads,
  MAX_FOUND_COMMENTS,
  MAX_FOUND_LENGTH,
  type FoundThread,
} from "../../formats/transfer/found-threads.ts";
import { splitsCharacter } from "../../realtime/text.ts";
import { commentsKey } from "./rules.ts";
import type { StoredFileRow } from "./store.ts";

/** As the file's metadata describes them. */
export type StoredComments = {
  /** Hash prefix of the stored bytes. */
  readonly tag: string;
  readonly threads: number;
};

/** Null if there are none, or if the untrusted parser reports what nobody could have found in this text. */
export async function storeComments(
  deps: Pick<Deps, "files">,
  generation: string,
  text: string,
  found: unknown,
): Promise<StoredComments | null> {
  const threads = FoundThreads.safeParse(found).data ?? [];
  if (threads.length === 0 || !isWithinBounds(threads)) return null;
  const bytes = new TextEncoder().encode(
    JSON.stringify(threads.map((thread) => ({ ...thread, place: placeIn(text, thread) }))),
  );
  const tag = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
  await deps.files.put(commentsKey(generation, tag), bytes);
  return { tag, threads: threads.length };
}

function isWithinBounds(threads: readonly FoundThread[]): boolean {
  const comments = threads.flatMap((thread) => thread.comments);
  const length = comments.reduce((sum, { content }) => sum + content.length, 0);
  return comments.length <= MAX_FOUND_COMMENTS && length <= MAX_FOUND_LENGTH;
}

function placeIn(text: string, { place }: FoundThread): FoundThread["place"] {
  if (place === null || place.to > text.length || place.to - place.from > MAX_QUOTE) return null;
  const splits = splitsCharacter(text, place.from) || splitsCharacter(text, place.to);
  return splits || text.slice(place.from, place.to).trim() === "" ? null : place;
}

/** Places are in the text that was found in the file. */
export async function readComments(
  deps: Pick<Deps, "files" | "log">,
  { id, generation, metadata }: Pick<StoredFileRow, "id" | "generation" | "metadata">,
): Promise<FoundThread[]> {
  const stored = commentsOf(metadata);
  if (stored === null) return [];
  const object = await deps.files.get(commentsKey(generation, stored.tag));
  const found = object === null ? null : FoundThreads.safeParse(await new Response(object.body).json()).data;
  if (found) return found;
  deps.log.error("file.comments_missing", { fileId: id, generation });
  return [];
}

export const commentsOf = (metadata: Readonly<Record<string, unknown>>): StoredComments | null =>
  (metadata["comments"] as StoredComments | undefined) ?? null; // written only by us
