/** An archive of pages, written while it is read and never held: texts a batch at a time, files a piece at a time. */
import { inScope, type Caller } from "../../kernel/caller.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import type { Deps } from "../../deps.ts";
import { MANIFEST, layOut, type Placed } from "../../formats/transfer/layout.ts";
import { filesToLinks, mentionsToLinks } from "../../formats/transfer/links.ts";
import { addressBetween } from "../../formats/transfer/paths.ts";
import { authenticate } from "../../permissions/authenticate.ts";
import { listSettings } from "../agents/statements.ts";
import type { AgentSettings } from "../agents/contract.ts";
import { listFiles } from "../files/statements.ts";
import { findBytes, type StoredFileRow } from "../files/service.ts";
import { ZipWriter } from "../../formats/zip/writer.ts";
import type { ManifestFile, ManifestPage } from "./contract.ts";
import { readMessages } from "./message-log.ts";
import * as store from "./store.ts";
import type { TreePage } from "./store.ts";

/** Pages, and bytes of their texts, that one round trip to the database brings. */
const PAGES_PER_BATCH = 100;
const BYTES_PER_BATCH = 2_000_000;
/** Bytes of files that are sent before rights are looked at again. */
const FRESH_FOR = 16_000_000;
/** Bytes that are gathered before they are sent. */
const SENT_PER_BATCH = 65_536;

type Page = Placed<TreePage>;
type Chunks = AsyncGenerator<Uint8Array, void>;

/**
 * Pages are named and put in their places at once, without their texts and files; those are read in turn, each by the
 * rights of its own moment, and are written out before the next is asked for.
 */
export async function* writeArchive(deps: Deps, caller: Caller, driveId: string, pages: readonly TreePage[]): Chunks {
  const placed = layOut(pages);
  const paths = pathsOf(placed);
  const writer = new ZipWriter();
  const manifest = new ManifestLines();
  for (let at = 0; at < placed.length;) {
    const batch = placed.slice(at, at + PAGES_PER_BATCH);
    const seen = await readCurrent(deps, caller, driveId, batch);
    for (const [i, { text }] of seen.texts.entries()) {
      const page = batch[i];
      if (!page) continue;
      at += 1;
      if (text === null) continue;
      const sending = new PageWriter(deps, caller, driveId, writer, seen);
      yield* sending.page(page, text, paths);
      manifest.add(page, sending.written, seen.agents.get(page.id));
      if (seen.sent > FRESH_FOR) break;
    }
    const written = writer.take();
    if (written) yield written;
  }
  writer.add(MANIFEST, manifest.print());
  writer.end();
  const rest = writer.take();
  if (rest) yield rest;
}

/** What the caller may see at this moment, and how many bytes of files were sent since. */
type CurrentContent = {
  readonly texts: readonly store.ReadText[];
  readonly files: ReadonlyMap<string, StoredFileRow>;
  readonly agents: ReadonlyMap<string, AgentSettings>;
  sent: number;
};

async function readCurrent(
  deps: Deps,
  caller: Caller,
  driveId: string,
  pages: readonly Page[],
): Promise<CurrentContent> {
  const ids = pages.map(({ id }) => id);
  const { actor, results } = await authenticate(deps, caller, [
    store.readTexts(caller, driveId, ids, BYTES_PER_BATCH),
    listFiles(ids),
    listSettings(pages.flatMap(({ id, settings }) => (settings > 0 ? [id] : []))),
  ]);
  if (!inScope(actor, driveId)) throw notFound("This drive");
  const [texts, files, agents] = results;
  return { texts, files: new Map(files.map((file) => [file.id, file])), agents, sent: 0 };
}

type WrittenPage = {
  said: boolean;
  file: ManifestFile | null;
  attachments: (ManifestFile & { path: string })[];
};

/** One page with all that belongs to it. */
class PageWriter {
  readonly written: WrittenPage = { said: false, file: null, attachments: [] };
  readonly #deps: Deps;
  readonly #caller: Caller;
  readonly #driveId: string;
  readonly #writer: ZipWriter;
  #seen: CurrentContent;

  constructor(deps: Deps, caller: Caller, driveId: string, writer: ZipWriter, seen: CurrentContent) {
    this.#deps = deps;
    this.#caller = caller;
    this.#driveId = driveId;
    this.#writer = writer;
    this.#seen = seen;
  }

  async *page(page: Page, text: string, paths: Paths): Chunks {
    const content = page.content === null ? undefined : this.#contentOf(page.id);
    if (content) {
      yield* this.#file(page.path, content);
      this.written.file = toManifest(content);
    } else this.#writer.add(page.path, page.path.endsWith("/") ? "" : textOf(page, text, paths));
    if (page.messages !== null) {
      const said = await readMessages(this.#deps, this.#caller, page.id);
      this.written.said = said !== "";
      if (said !== "") this.#writer.add(page.messages, said);
    }
    yield* this.#attachments(page);
  }

  async *#attachments(page: Page): Chunks {
    const first = this.#seen;
    for (const { id } of page.attachments) {
      if (this.#seen.sent > FRESH_FOR) this.#seen = await readCurrent(this.#deps, this.#caller, this.#driveId, [page]);
      // The page may not be seen any more.
      if (this.#seen !== first && (this.#seen.texts[0]?.text ?? null) === null) return;
      const file = this.#seen.files.get(id);
      const path = page.attached.get(id);
      if (!file || file.pageId !== page.id || path === undefined) continue;
      yield* this.#file(path, file);
      this.written.attachments.push({ path, ...toManifest(file) });
      // What was sent here makes the batch old, too.
      if (this.#seen !== first) first.sent += file.size;
    }
  }

  /** Its file of this moment: it may have been replaced since the pages were listed. */
  #contentOf(pageId: string): StoredFileRow | undefined {
    return [...this.#seen.files.values()].find((file) => file.pageId === pageId && file.role === "content");
  }

  /**
   * Asks the bucket for more only when what came before has been taken. Bytes that are lost keep nobody from the rest:
   * the manifest names them, and the archive does not hold them.
   */
  async *#file(path: string, file: StoredFileRow): Chunks {
    const stored = await findBytes(this.#deps, file);
    if (!stored) return;
    const entry = this.#writer.open(path, isWorthPacking(file));
    let size = 0;
    for await (const piece of stored.body) {
      entry.push(piece);
      size += piece.length;
      if (this.#writer.waiting < SENT_PER_BATCH) continue;
      const written = this.#writer.take();
      if (written) yield written;
    }
    if (size !== file.size) throw new AppError("unavailable", "The contents of a file ended too early.");
    entry.end();
    this.#seen.sent += size;
  }
}

/** Formats that are compressed by themselves. */
const COMPRESSED_TYPES =
  /^(?:image\/(?:png|jpeg|gif|webp|avif|heic|heif|jxl)|video\/|audio\/(?!(?:x-)?(?:wav|aiff)|vnd\.wave)|font\/woff|application\/(?:pdf|zip|gzip|epub\+zip|x-(?:7z|rar|bzip|xz|gzip|zstd)|zstd|vnd\.(?:openxmlformats|oasis|rar)))/;
/** Larger files are stored as they are: packing them would cost more time than a request has. */
const MAX_PACKED = 10_000_000;

const isWorthPacking = ({ mimeType, size }: StoredFileRow): boolean =>
  size <= MAX_PACKED && !COMPRESSED_TYPES.test(mimeType);

const toManifest = ({ filename, mimeType, size, sha256 }: StoredFileRow): ManifestFile => ({
  name: filename,
  type: mimeType,
  size,
  sha256,
});

/** By the ids of pages, and of files. */
type Paths = { readonly pages: ReadonlyMap<string, string>; readonly files: ReadonlyMap<string, string> };

function pathsOf(placed: readonly Page[]): Paths {
  const files = new Map<string, string>();
  for (const { content, path, attached } of placed) {
    if (content !== null) files.set(content.id, path);
    for (const [id, at] of attached) files.set(id, at);
  }
  return { pages: new Map(placed.map(({ id, path }) => [id, path])), files };
}

function textOf(page: Page, text: string, { pages, files }: Paths): string {
  const lines = text.replace(/\r\n?/g, "\n");
  const from = (to: string | undefined): string | null => (to === undefined ? null : addressBetween(page.path, to));
  const linked = mentionsToLinks(page.type, lines, (id) => from(pages.get(id)));
  return filesToLinks(page.type, linked, (id) => from(files.get(id)));
}

const hasSettings = ({ systemPrompt, enabledTools, aiProvider, aiModel }: AgentSettings): boolean =>
  systemPrompt !== "" || enabledTools.length > 0 || aiProvider !== "" || aiModel !== "";

/** The manifest, a line a page; ids stay out of it, for they are others after an import. */
class ManifestLines {
  readonly #lines: string[] = [];
  readonly #places = new Map<string, number>();

  add(
    { id, parentId, path, type, title, messages }: Page,
    { said, file, attachments }: WrittenPage,
    agent: AgentSettings | undefined,
  ): void {
    this.#places.set(id, this.#lines.length);
    const parent = this.#places.get(parentId ?? "") ?? null;
    const page: ManifestPage = {
      path,
      type,
      title,
      parent,
      ...(said && messages !== null && { messages }),
      ...(file && { file }),
      ...(agent && hasSettings(agent) && { agent }),
      ...(attachments.length > 0 && { attachments }),
    };
    this.#lines.push(JSON.stringify(page));
  }

  print(): string {
    return `{"format":"octavo","version":1,"pages":[\n${this.#lines.join(",\n")}\n]}\n`;
  }
}
