/** Pages as files: what an archive holds, how large it may be, and what is told of an import. */
import * as z from "zod";
import { Id, lineOfText } from "../../kernel/contract.ts";
import { AgentSettings } from "../agents/contract.ts";
import { PageType } from "../../kernel/page-type.ts";

/** Bytes of an archive that is imported. */
export const MAX_DIRECT_IMPORT_BYTES = 50_000_000;
/** Bytes of text that the pages of one import have together: it stands in memory, and in one transaction. */
export const MAX_TEXT = 16_000_000;
/** Pages of one archive that is exported: what is noted of each is kept until its end. */
export const MAX_EXPORTED = 20_000;
/** Files of one archive that is exported: each is a call to the bucket, of which one answer may make only so many. */
export const MAX_EXPORTED_FILES = 8_000;
/** Bytes they may have together, of the four gigabytes that an ordinary archive can hold. */
export const MAX_EXPORTED_BYTES = 3_500_000_000;
/** Bytes of all agents' settings together: they stand in the manifest, which is kept until the end. */
export const MAX_SETTINGS_BYTES = 4_000_000;
/** Files that one import stores. */
export const MAX_FILES = 500;

/** `text` is the page's own file; `zip` holds everything below it, too. */
export const ExportQuery = z.object({ format: z.enum(["text", "zip"]).default("text") });
export const ImportQuery = z.object({ parentId: Id.optional() });
export const Archive = z.object({ file: z.file() });

const ManifestFile = z.object({
  name: z.string().min(1).max(1_000),
  /** Media type. */
  type: z.string().max(255),
  /** Bytes. */
  size: z.int().min(0),
  /** Lower-case hex. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

const ManifestPage = z.object({
  path: z.string().min(1).max(4_000),
  type: PageType,
  title: lineOfText(255),
  /** The place in this list of the page it lies under; null at the top. */
  parent: z.int().min(0).nullable(),
  /** The path of the file with its messages. */
  messages: z.string().max(4_000).optional(),
  /** The file that a FILE page is, when `path` has its bytes. */
  file: ManifestFile.optional(),
  /** Of an AI_CHAT page whose agent is not as agents are at first. */
  agent: AgentSettings.optional(),
  attachments: z
    .array(ManifestFile.extend({ path: z.string().min(1).max(4_000) }))
    .max(MAX_EXPORTED_FILES)
    .optional(),
});
export type ManifestFile = z.infer<typeof ManifestFile>;
export type ManifestPage = z.infer<typeof ManifestPage>;

/** What the manifest says of an entry beside its name and place. */
export type EntryDetail = Pick<ManifestPage, "file" | "agent">;

/** Why something of an export was left out. */
export const NO_LONGER_VISIBLE = "You may not see it any more, or it is in the trash or deleted.";
export const BYTES_LOST = "Its bytes are lost.";

/** Parents before children, and siblings in their order. */
export type Manifest = { readonly pages: readonly ManifestPage[] };

const Envelope = z.object({
  format: z.literal("octavo"),
  version: z.literal(1),
  pages: z.array(z.unknown()).max(MAX_EXPORTED),
});

/** Null for what is none; looked through no further than to the first page that is wrong. */
export function readManifest(value: unknown): Manifest | null {
  const envelope = Envelope.safeParse(value);
  if (!envelope.success) return null;
  const pages: ManifestPage[] = [];
  for (const each of envelope.data.pages) {
    const page = ManifestPage.safeParse(each);
    if (!page.success || (page.data.parent !== null && page.data.parent >= pages.length)) return null;
    pages.push(page.data);
  }
  return { pages };
}

const ImportNote = z.object({ path: z.string(), reason: z.string() });
export type ImportNote = z.infer<typeof ImportNote>;

export const Imported = z.object({
  success: z.literal(true),
  createdPages: z.int(),
  rootPages: z.array(z.object({ id: z.string(), title: z.string(), type: PageType, path: z.string() })),
  /** What is in the archive and did not become a page. */
  skipped: z.array(ImportNote),
  /** What became a page and is not quite as it was. */
  changed: z.array(ImportNote),
  stats: z.object({
    files: z.int(),
    byType: z.record(z.string(), z.int()),
    maxDepth: z.int(),
    /** Links between files that lead to pages now. */
    links: z.int(),
  }),
});
export type Imported = z.infer<typeof Imported>;
