/**
 * The entries of an exported archive: a page's own file, its messages, its attachments. Rights are checked when each is
 * written, and entries are not kept in memory: texts are read in batches, files in chunks.
 */
import { createHash } from "node:crypto";
import { type Caller } from "../../kernel/caller.ts";
import { parseCover, type Cover } from "../../kernel/cover.ts";
import { AppError } from "../../kernel/errors.ts";
import type { PageType } from "../../kernel/page-type.ts";
import type { Deps } from "../../deps.ts";
import type { Placed } from "../../formats/transfer/layout.ts";
import { filesToLinks, mentionsToLinks } from "../../formats/transfer/links.ts";
import { addressBetween } from "../../formats/transfer/paths.ts";
import { beginThreadFile, endThreadFile } from "../../formats/transfer/thread-file.ts";
import type { WrittenZipEntry, ZipWriter } from "../../formats/zip/writer.ts";
import { authenticate } from "../../permissions/authenticate.ts";
import type { AgentSettings } from "../agents/contract.ts";
import { READING_TOOLS } from "../mcp/contract.ts";
import { listSettings } from "../agents/statements.ts";
import { findBytes, type StoredFileRow } from "../files/service.ts";
import { listFiles } from "../files/statements.ts";
import { BYTES_LOST, NO_LONGER_VISIBLE, type EntryDetail, type ManifestFile } from "./contract.ts";
import { readThreads } from "./export-threads.ts";
import { readMessageLog } from "./message-log.ts";
import * as store from "./store.ts";
import type { TreePage } from "./store.ts";
import { requireInScope } from "../../permissions/scope.ts";

/** Maximum number of pages, and bytes of their texts, per database round trip. */
const PAGES_PER_BATCH = 100;
const BYTES_PER_BATCH = 2_000_000;
/** Bytes of files sent before rights are checked again. */
const BYTES_BETWEEN_CHECKS = 16_000_000;
/** Bytes buffered before sending. */
const SENT_PER_BATCH = 65_536;

/** Values of `part`, the number of an entry within its page; attachments start at 2, and threads follow them. */
export const PAGE = 0;
export const MESSAGES = 1;
export const THREADS = 1_000_000_000;

export type ExportEntry = {
  /** Number of its page among the exported pages, from 1, and of the parent page; 0 for no parent. */
  readonly n: number;
  readonly parentN: number;
  readonly part: number;
  readonly pageId: string;
  /** The page's file or the attachment. */
  readonly fileId: string | null;
  readonly type: PageType;
  readonly title: string;
  readonly path: string;
};

/** The outcome of an entry. Missing bytes do not fail the export: the manifest lists the file, but the archive lacks it. */
export type EntryResult = {
  readonly written: WrittenZipEntry | null;
  /** For the manifest; null if the entry is not in it. */
  readonly detail: EntryDetail | null;
  /** Why it was left out; null if it was written. */
  readonly reason: string | null;
};

export const entriesOf = (page: Placed<TreePage>, n: number, parentN: number): ExportEntry[] => {
  const { id: pageId, type, title, path, messages, threads } = page;
  const common = { n, parentN, pageId, type, title };
  return [
    { ...common, part: PAGE, path, fileId: page.content?.id ?? null },
    ...(messages === null ? [] : [{ ...common, part: MESSAGES, path: messages, fileId: null }]),
    ...[...page.attached].map(([fileId, at], i) => ({ ...common, part: MESSAGES + 1 + i, path: at, fileId })),
    ...(threads === null ? [] : [{ ...common, part: THREADS, path: threads, fileId: null }]),
  ];
};

/** Paths by page id and by file id. */
export type Paths = { readonly pages: ReadonlyMap<string, string>; readonly files: ReadonlyMap<string, string> };

export type EntrySink = {
  /** Paths in the archive of these files, and of the pages and files that these texts reference. */
  readonly pathsFor: (texts: readonly TypedText[], fileIds: readonly string[]) => Promise<Paths>;
  readonly take: (entry: ExportEntry, outcome: EntryResult) => void;
  /** True if no more entries should be written now. */
  readonly isFull: () => boolean;
};

export type TypedText = { readonly type: PageType; readonly text: string };

type Chunks = AsyncGenerator<Uint8Array, void>;

/** What the caller can see at this moment, and how many bytes of files were sent since it was read. */
type CurrentContent = {
  /** Null for a page that the caller can no longer see. */
  readonly texts: ReadonlyMap<string, string | null>;
  readonly covers: ReadonlyMap<string, Cover>;
  readonly icons: ReadonlyMap<string, string>;
  readonly files: ReadonlyMap<string, StoredFileRow>;
  readonly agents: ReadonlyMap<string, AgentSettings>;
  readonly paths: Paths;
  sent: number;
};

export class EntryWriter {
  readonly #deps: Deps;
  readonly #caller: Caller;
  readonly #driveId: string;
  readonly #writer: ZipWriter;

  constructor(deps: Deps, caller: Caller, driveId: string, writer: ZipWriter) {
    this.#deps = deps;
    this.#caller = caller;
    this.#driveId = driveId;
    this.#writer = writer;
  }

  /** Writes the entries in order until all are written or the sink is full. */
  async *write(entries: readonly ExportEntry[], sink: EntrySink): Chunks {
    let at = 0;
    while (at < entries.length && !sink.isFull()) {
      const seen = await this.#read(entries, at, sink);
      for (let entry = entries[at]; entry && seen.texts.has(entry.pageId); entry = entries[at]) {
        yield* this.#entry(entry, seen, sink);
        at += 1;
        if (seen.sent > BYTES_BETWEEN_CHECKS || sink.isFull()) break;
      }
      yield* this.#taken(1);
    }
  }

  /** Reads the pages of the next entries, as many as fit in one round trip. */
  async #read(entries: readonly ExportEntry[], at: number, sink: EntrySink): Promise<CurrentContent> {
    const types = new Map<string, PageType>();
    for (let i = at; i < entries.length && types.size < PAGES_PER_BATCH; i++) {
      const { pageId, type } = entries[i] ?? {};
      if (pageId !== undefined && type !== undefined) types.set(pageId, type);
    }
    const ids = [...types.keys()];
    const { actor, results } = await authenticate(this.#deps, this.#caller, [
      store.readTexts(this.#caller, this.#driveId, ids, BYTES_PER_BATCH),
      listFiles(ids),
      listSettings(ids.filter((id) => types.get(id) === "AI_CHAT")),
    ]);
    requireInScope(actor, { driveId: this.#driveId }, "This drive");
    const [texts, files, agents] = results;
    const typed = texts.flatMap(({ id, text }) => {
      const type = types.get(id);
      return text === null || type === undefined ? [] : [{ type, text }];
    });
    const covers = new Map(
      texts.flatMap(({ id, cover }) => {
        const parsed = parseCover(cover ?? "");
        return parsed ? [[id, parsed]] : [];
      }),
    );
    const pictures = [...covers.values()].flatMap((cover) => (cover.kind === "file" ? [cover.fileId] : []));
    return {
      texts: new Map(texts.map(({ id, text }) => [id, text])),
      icons: new Map(texts.flatMap(({ id, icon }) => (icon === null ? [] : [[id, icon]]))),
      covers,
      files: new Map(files.map((file) => [file.id, file])),
      agents,
      paths: await sink.pathsFor(typed, pictures),
      sent: 0,
    };
  }

  async *#entry(entry: ExportEntry, seen: CurrentContent, sink: EntrySink): Chunks {
    const text = seen.texts.get(entry.pageId) ?? null;
    const isCompanion = entry.part === MESSAGES || entry.part === THREADS;
    if (text === null) sink.take(entry, isCompanion ? NOTHING : left(NO_LONGER_VISIBLE));
    else if (entry.part === PAGE) yield* this.#page(entry, text, seen, sink);
    else if (entry.part === THREADS) yield* this.#threads(entry, text, seen, sink);
    else if (entry.part === MESSAGES) {
      const said = await readMessageLog(this.#deps, this.#caller, entry.pageId);
      sink.take(entry, said === "" ? NOTHING : { ...NOTHING, written: this.#writer.add(entry.path, said), detail: {} });
    } else {
      const file = seen.files.get(entry.fileId ?? "");
      if (file?.pageId === entry.pageId) yield* this.#file(entry, file, seen, sink);
      else sink.take(entry, left(NO_LONGER_VISIBLE));
    }
    yield* this.#taken(SENT_PER_BATCH);
  }

  async *#page(entry: ExportEntry, text: string, seen: CurrentContent, sink: EntrySink): Chunks {
    const { pageId, path, fileId } = entry;
    // Use the current file: it may have been replaced since the pages were listed.
    const content =
      fileId === null ? undefined : [...seen.files.values()].find((f) => f.pageId === pageId && f.role === "content");
    const appearance = appearanceOf(pageId, seen);
    if (content) return yield* this.#file(entry, content, seen, sink, appearance);
    const agent = seen.agents.get(pageId);
    const written = this.#writer.add(path, path.endsWith("/") ? "" : textOf(entry, text, seen.paths));
    sink.take(entry, { ...NOTHING, written, detail: { ...appearance, ...(agent && hasSettings(agent) && { agent }) } });
  }

  async *#threads(entry: ExportEntry, text: string, seen: CurrentContent, sink: EntrySink): Chunks {
    const filed = textOf(entry, text, seen.paths);
    const lines = readThreads(this.#deps, this.#caller, entry.pageId, { text, filed });
    const encoder = new TextEncoder();
    let open: ReturnType<ZipWriter["open"]> | null = null;
    for await (const line of lines) {
      if (open === null) {
        open = this.#writer.open(entry.path, true);
        open.push(encoder.encode(beginThreadFile(createHash("sha256").update(filed).digest("hex"))));
      }
      open.push(encoder.encode(line));
      yield* this.#taken(SENT_PER_BATCH);
    }
    open?.push(encoder.encode(endThreadFile()));
    sink.take(entry, open === null ? NOTHING : { ...NOTHING, written: open.end(), detail: {} });
  }

  /** Applies backpressure: reads more from the bucket only once earlier output was consumed. */
  async *#file(
    entry: ExportEntry,
    file: StoredFileRow,
    seen: CurrentContent,
    sink: EntrySink,
    appearance: EntryDetail = {},
  ): Chunks {
    const detail = { ...appearance, file: toManifest(file) };
    const stored = await findBytes(this.#deps, file);
    if (!stored) return sink.take(entry, { written: null, detail, reason: BYTES_LOST });
    const open = this.#writer.open(entry.path, isWorthPacking(file));
    let size = 0;
    for await (const piece of stored.body) {
      open.push(piece);
      size += piece.length;
      yield* this.#taken(SENT_PER_BATCH);
    }
    if (size !== file.size) throw new AppError("unavailable", "The content of a file ended too early.");
    sink.take(entry, { written: open.end(), detail, reason: null });
    seen.sent += size;
  }

  *#taken(atLeast: number): Generator<Uint8Array, void> {
    if (this.#writer.waiting < atLeast) return;
    const written = this.#writer.take();
    if (written) yield written;
  }
}

const NOTHING: EntryResult = { written: null, detail: null, reason: null };
const left = (reason: string): EntryResult => ({ ...NOTHING, reason });

/** Formats that are already compressed. */
const COMPRESSED_TYPES =
  /^(?:image\/(?:png|jpeg|gif|webp|avif|heic|heif|jxl)|video\/|audio\/(?!(?:x-)?(?:wav|aiff)|vnd\.wave)|font\/woff|application\/(?:pdf|zip|gzip|epub\+zip|x-(?:7z|rar|bzip|xz|gzip|zstd)|zstd|vnd\.(?:openxmlformats|oasis|rar)))/;
/** Larger files are stored uncompressed, because compressing them would take longer than a request may. */
const MAX_PACKED = 10_000_000;

const isWorthPacking = ({ mimeType, size }: StoredFileRow): boolean =>
  size <= MAX_PACKED && !COMPRESSED_TYPES.test(mimeType);

/** A cover whose file is not in the archive is left out. */
function appearanceOf(pageId: string, { icons, covers, paths }: CurrentContent): EntryDetail {
  const [icon, cover] = [icons.get(pageId), covers.get(pageId)];
  const file = cover?.kind === "file" ? paths.files.get(cover.fileId) : undefined;
  return {
    ...(icon !== undefined && { icon }),
    ...(cover?.kind === "named" && { cover: cover.name }),
    ...(cover?.kind === "file" && file !== undefined && { cover: { file, position: cover.position } }),
  };
}

const toManifest = ({ filename, mimeType, size, sha256 }: StoredFileRow): ManifestFile => ({
  name: filename,
  type: mimeType,
  size,
  sha256,
});

function textOf({ type, path }: ExportEntry, text: string, { pages, files }: Paths): string {
  const lines = text.replace(/\r\n?/g, "\n");
  const from = (to: string | undefined): string | null => (to === undefined ? null : addressBetween(path, to));
  const linked = mentionsToLinks(type, lines, (id) => from(pages.get(id)));
  return filesToLinks(type, linked, (id) => from(files.get(id)));
}

/** The ids of pages and files that the texts reference, and these files. */
export function namedIn(texts: readonly TypedText[], fileIds: readonly string[]): { pages: string[]; files: string[] } {
  const pages = new Set<string>();
  const files = new Set(fileIds);
  const into = (ids: Set<string>) => (id: string) => {
    ids.add(id);
    return null;
  };
  for (const { type, text } of texts) {
    mentionsToLinks(type, text, into(pages));
    filesToLinks(type, text, into(files));
  }
  return { pages: [...pages], files: [...files] };
}

/** True unless they are those of a new agent. */
const hasSettings = ({ systemPrompt, enabledTools, aiProvider, aiModel, approval }: AgentSettings): boolean =>
  systemPrompt !== "" ||
  enabledTools.join() !== READING_TOOLS.join() ||
  aiProvider !== "" ||
  aiModel !== "" ||
  approval !== "risky";
