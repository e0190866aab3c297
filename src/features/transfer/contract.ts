/** API schemas and limits for import and export: the archive manifest and the import report. */
import * as z from "zod";
import { Flag, Id, lineOfText } from "../../kernel/contract.ts";
import { AgentSettings } from "../agents/contract.ts";
import { COVER_NAMES } from "../../kernel/cover.ts";
import { PageType } from "../../kernel/page.ts";
import { Icon } from "../pages/contract.ts";

/** Maximum size of an archive imported synchronously. */
export const MAX_DIRECT_IMPORT_BYTES = 50_000_000;
/** Maximum total text of one synchronous import: it is held in memory, and written in one transaction. */
export const MAX_TEXT = 16_000_000;
/** Maximum number of pages in one synchronous export: their metadata is kept until the archive is complete. */
export const MAX_EXPORTED = 20_000;
/** Maximum files in one synchronous export: each is a bucket request, and requests per response are limited. */
export const MAX_EXPORTED_FILES = 8_000;
/** Maximum total size of those files; an ordinary (non-ZIP64) archive can hold four gigabytes. */
export const MAX_EXPORTED_BYTES = 3_500_000_000;
/** Maximum total size of agent settings: they go into the manifest, which is kept until the archive is complete. */
export const MAX_SETTINGS_BYTES = 4_000_000;
/** Maximum number of files one import stores. */
export const MAX_FILES = 500;

/**
 * `text` is the page's own file; `zip` also contains all its descendants; `table` is a CSV file with the properties of the
 * pages directly below.
 */
export const ExportQuery = z.object({
  format: z.enum(["text", "zip", "table"]).default("text"),
  /** Whether an archive has the comment threads of its pages. */
  comments: Flag.default(true),
});
export const ExportDriveQuery = ExportQuery.pick({ comments: true });
/** What becomes of CSV files: `folders` have a page with properties for each row. Notion's databases always become folders. */
export const Tables = z.enum(["sheets", "folders"]);
export type Tables = z.infer<typeof Tables>;
export const ImportQuery = z.object({ parentId: Id.optional(), tables: Tables.default("sheets") });
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

/** A built-in cover, or the path of an image file of the archive. */
const ManifestCover = z.union([
  z.enum(COVER_NAMES),
  z.object({ file: z.string().min(1).max(4_000), position: z.int().min(0).max(100) }),
]);

const ManifestPage = z.object({
  path: z.string().min(1).max(4_000),
  type: PageType,
  title: lineOfText(255),
  /** An icon or cover of a later version is left out, which is no reason to reject the manifest. */
  icon: Icon.optional().catch(undefined),
  cover: ManifestCover.optional().catch(undefined),
  /** Index of the parent page in this list; null at the top. */
  parent: z.int().min(0).nullable(),
  /** The path of the file with its messages. */
  messages: z.string().max(4_000).optional(),
  /** The path of the file with its comment threads (thread-file.ts). */
  comments: z.string().max(4_000).optional(),
  /** The file of a FILE page, if `path` contains its bytes. */
  file: ManifestFile.optional(),
  /** Settings of an AI_CHAT page's agent, if they differ from the defaults. */
  agent: AgentSettings.optional(),
  attachments: z
    .array(ManifestFile.extend({ path: z.string().min(1).max(4_000) }))
    .max(MAX_EXPORTED_FILES)
    .optional(),
});
export type ManifestFile = z.infer<typeof ManifestFile>;
export type ManifestPage = z.infer<typeof ManifestPage>;

/** Fields of a manifest entry beyond its name and position. */
export type EntryDetail = Pick<ManifestPage, "icon" | "cover" | "file" | "agent">;

/** Reasons why an entry was left out of an export. */
export const NO_LONGER_VISIBLE = "You no longer have access to it, or it was trashed or deleted.";
export const BYTES_LOST = "Its content was lost.";

/** Parents precede children, and siblings are in order. */
export type Manifest = { readonly pages: readonly ManifestPage[] };

const Envelope = z.object({
  format: z.literal("octavo"),
  version: z.literal(1),
  pages: z.array(z.unknown()).max(MAX_EXPORTED),
});

/** Returns null for an invalid manifest; stops at the first invalid page. */
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
  /** Archive entries that did not become a page. */
  skipped: z.array(ImportNote),
  /** Entries that became a page with some changes. */
  changed: z.array(ImportNote),
  stats: z.object({
    files: z.int(),
    byType: z.record(z.string(), z.int()),
    maxDepth: z.int(),
    /** Number of links between files that were converted to links to pages. */
    links: z.int(),
  }),
});
export type Imported = z.infer<typeof Imported>;
