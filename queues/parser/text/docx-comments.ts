/** Comments of a WordprocessingML document: what they say (ECMA-376 part 1 §17.13.4), and how they form threads (MS-DOCX §2.5). */
import { MAX_COMMENT, MAX_COMMENTS, MAX_THREADS } from "../../../src/kernel/comment.ts";
import {
  MAX_AUTHOR,
  MAX_FOUND_COMMENTS,
  MAX_FOUND_LENGTH,
  fitThread,
  wordsBetween,
  type FoundComment,
  type FoundThread,
} from "../../../src/formats/transfer/found-threads.ts";
import { SKIPPED } from "./docx-elements.ts";
import { isEnd } from "./marks.ts";
import { type Package } from "./package.ts";
import { type Relation, relatedPart } from "./relations.ts";
import { Unreadable } from "./unreadable.ts";
import { type Attributes, attribute, isOnValue, readXml } from "./xml.ts";

type Extension = { readonly parent: string | undefined; readonly isDone: boolean };

type Comment = FoundComment & { readonly id: string; readonly paragraphs: readonly string[] };
type Thread = { readonly first: Comment; readonly replies: Comment[]; isDone: boolean };

/** Paragraphs of a comment whose ids are kept; the id that counts is that of the last one. */
const MAX_PARAGRAPH_IDS = 100_000;

export class DocxComments {
  readonly #ids: ReadonlySet<string>;
  readonly #threads: readonly Thread[];
  readonly #byId: ReadonlyMap<string, number>;
  readonly #seen = new Set<number>();
  readonly #starts = new Map<number, number>();
  readonly #ends = new Map<number, number>();

  constructor(comments: readonly Comment[], extensions: ReadonlyMap<string, Extension>) {
    this.#ids = new Set(comments.map(({ id }) => id));
    this.#threads = threadsOf(comments, extensions).map((thread) => ({
      ...thread,
      replies: fitThread([thread.first, ...thread.replies]).slice(1),
    }));
    this.#byId = new Map(this.#threads.map(({ first }, i) => [first.id, i]));
  }

  get isEmpty(): boolean {
    return this.#threads.length === 0;
  }

  /** Comments of the file that are in no thread. */
  get omitted(): number {
    return this.#threads.reduce((left, { replies }) => left - 1 - replies.length, this.#ids.size);
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Number of the thread that the comment begins; undefined for a reply, and for a comment that is left out. */
  threadOf(id: string): number | undefined {
    return this.#byId.get(id);
  }

  /** True the first time only. */
  isNew(mark: number): boolean {
    return this.#seen.size < this.#seen.add(mark).size;
  }

  place(mark: number, at: number): void {
    const places = isEnd(mark) ? this.#ends : this.#starts;
    if (!places.has(mark >> 1)) places.set(mark >> 1, at);
  }

  /** The threads with their places in the text, in the order of the comments in the file. */
  found(text: string): FoundThread[] {
    return this.#threads.map(({ first, replies, isDone }, i) => {
      const [start, end] = [this.#starts.get(i), this.#ends.get(i)];
      const from = start ?? end;
      // The text may have been cut before the end.
      const to = end ?? (this.#seen.has(i * 2 + 1) ? text.length : from);
      return {
        place: from === undefined || to === undefined ? null : wordsBetween(text, from, to),
        isResolved: isDone,
        comments: [first, ...replies].map(({ author, at, content }) => ({ author, at, content })),
      };
    });
  }
}

/** A part that is missing or damaged never prevents the extraction of the text: what was read until then counts. */
export function readComments(pack: Package, relations: ReadonlyMap<string, Relation>): DocxComments {
  const part = relatedPart(pack, relations, "comments");
  if (part === null) return new DocxComments([], new Map());
  const reader = new CommentReader();
  asFarAsIntact(() => reader.read(pack, part));
  const extensions = new Map<string, Extension>();
  const extended = relatedPart(pack, relations, "commentsExtended");
  if (extended !== null) asFarAsIntact(() => readExtensions(pack, extended, extensions));
  return new DocxComments(reader.comments, extensions);
}

function asFarAsIntact(read: () => void): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
  }
}

function readExtensions(pack: Package, part: string, into: Map<string, Extension>): void {
  readXml(pack.pieces(part), {
    isDone: () => into.size >= MAX_PARAGRAPH_IDS,
    open: (name, attributes) => {
      const id = attribute(attributes, "paraId");
      if (name !== "commentEx" || id === undefined) return;
      const done = attribute(attributes, "done");
      into.set(id, { parent: attribute(attributes, "paraIdParent"), isDone: done !== undefined && isOnValue(done) });
    },
  });
}

class CommentReader {
  readonly comments: Comment[] = [];
  #length = 0;
  #paragraphIds = 0;
  #open: { attributes: Attributes; content: string; paragraphs: string[] } | null = null;
  #isText = false;

  read(pack: Package, part: string): void {
    readXml(pack.pieces(part), {
      skip: SKIPPED,
      isDone: () => this.comments.length >= MAX_FOUND_COMMENTS || this.#length >= MAX_FOUND_LENGTH,
      open: (name, attributes) => this.#enter(name, attributes),
      close: (name) => this.#leave(name),
      text: (text) => {
        if (this.#isText) this.#add(text);
      },
    });
  }

  #enter(name: string, attributes: Attributes): void {
    this.#isText = name === "t";
    if (name === "comment") this.#open = { attributes, content: "", paragraphs: [] };
    else if (name === "p") {
      const id = attribute(attributes, "paraId");
      if (this.#open && id !== undefined && ++this.#paragraphIds <= MAX_PARAGRAPH_IDS) this.#open.paragraphs.push(id);
      if (this.#open?.content) this.#add("\n");
    } else if (name === "tab") this.#add("\t");
    else if (name === "br" || name === "cr") this.#add("\n");
  }

  #add(text: string): void {
    if (this.#open && this.#open.content.length < MAX_COMMENT) this.#open.content += text;
  }

  #leave(name: string): void {
    this.#isText = false;
    if (name !== "comment" || !this.#open) return;
    const { attributes, content, paragraphs } = this.#open;
    this.#open = null;
    const text = clean(content).trim().slice(0, MAX_COMMENT).toWellFormed();
    if (text === "" || this.comments.length >= MAX_FOUND_COMMENTS) return;
    this.#length += text.length;
    if (this.#length > MAX_FOUND_LENGTH) return;
    const at = Date.parse(inUtc(attribute(attributes, "date") ?? ""));
    this.comments.push({
      id: attribute(attributes, "id") ?? "",
      author: clean(attribute(attributes, "author") ?? "")
        .replace(/\s+/g, " ")
        .trim()
        .slice(0, MAX_AUTHOR)
        .toWellFormed(),
      at: Number.isNaN(at) ? null : at,
      content: text,
      paragraphs,
    });
  }
}

/** Word writes local time, mostly without a zone. */
const inUtc = (date: string): string => (/T[\d:.]+$/.test(date) ? `${date}Z` : date);

const clean = (text: string): string => text.replace(/\r\n?/g, "\n").replace(/(?![\n\t])\p{Cc}/gu, "");

/** A reply to a reply belongs to the same thread. Comments whose parent is missing begin threads of their own. */
function threadsOf(comments: readonly Comment[], extensions: ReadonlyMap<string, Extension>): Thread[] {
  const byParagraph = new Map(comments.flatMap((comment) => comment.paragraphs.map((id) => [id, comment] as const)));
  const extensionOf = ({ paragraphs }: Comment): Extension | undefined => extensions.get(paragraphs.at(-1) ?? "");
  const parentOf = (comment: Comment): Comment | undefined => byParagraph.get(extensionOf(comment)?.parent ?? "");
  const rootOf = (comment: Comment): Comment => {
    let root = comment;
    // The format allows one level of replies, so that a long chain is damage, and may be a circle.
    for (let level = 0; level < MAX_LEVELS; level += 1) root = parentOf(root) ?? root;
    return root;
  };
  const isRoot = (comment: Comment): boolean => parentOf(comment) === undefined;
  const threads = new Map<Comment, Thread>();
  for (const first of comments)
    if (isRoot(first) && threads.size < MAX_THREADS)
      threads.set(first, { first, replies: [], isDone: extensionOf(first)?.isDone ?? false });
  for (const comment of comments) {
    const replies = isRoot(comment) ? undefined : threads.get(rootOf(comment))?.replies;
    if (replies && replies.length < MAX_COMMENTS - 1) replies.push(comment);
  }
  return [...threads.values()];
}

const MAX_LEVELS = 10;
