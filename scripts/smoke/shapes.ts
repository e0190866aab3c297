/** The API's promised response shapes, written independently of the service's code so that the two can disagree. */
import * as z from "zod";

const time = z.iso.datetime({ precision: 3 });
const id = z.string().min(1);

export const Success = z.looseObject({ success: z.literal(true) });
export const User = z.looseObject({ id, name: z.string(), email: z.string(), role: z.enum(["user", "admin"]) });
export const Csrf = z.looseObject({ csrfToken: z.string().min(20), expiresAt: time });

export const Drive = z.looseObject({
  id,
  name: z.string(),
  slug: z.string().min(1),
  ownerId: id,
  role: z.enum(["owner", "admin", "member"]),
  isTrashed: z.boolean(),
  pageCount: z.int(),
});
export type Drive = z.infer<typeof Drive>;
export const Drives = z.array(Drive);
export const ToolDrives = z.array(z.looseObject({ id, name: z.string(), slug: z.string(), pageCount: z.int() }));

export const NewToken = z.looseObject({
  id,
  name: z.string(),
  lastFour: z.string().length(4),
  isScoped: z.boolean(),
  driveScopes: z.array(z.looseObject({ id, name: z.string() })),
  token: z.string().startsWith("mcp_"),
});
export type NewToken = z.infer<typeof NewToken>;
export const Tokens = z.array(z.looseObject({ id, name: z.string(), token: z.undefined().optional() }));

const PageSummary = z.looseObject({
  id,
  title: z.string(),
  type: z.string(),
  driveId: id,
  parentId: id.nullable(),
  position: z.number(),
  hasChildren: z.boolean(),
});
export const PageSummaries = z.array(PageSummary);
export const DrivePages = z.looseObject({ pages: PageSummaries, nextCursor: z.string().nullable() });

export const Page = z.looseObject({
  id,
  title: z.string(),
  type: z.string(),
  content: z.string(),
  driveId: id,
  parentId: id.nullable(),
  children: PageSummaries,
  position: z.number(),
  revision: z.int(),
  isTrashed: z.boolean(),
  createdAt: time,
  updatedAt: time,
});
export type Page = z.infer<typeof Page>;
export const RestoredPage = Page.extend({ restoredToRoot: z.boolean() });

export const Breadcrumbs = z.array(z.looseObject({ id, title: z.string() }));

export const Rights = z.looseObject({
  canView: z.boolean(),
  canEdit: z.boolean(),
  canShare: z.boolean(),
  canDelete: z.boolean(),
});

export const DocumentAnswer = z
  .looseObject({
    pageId: id,
    operation: z.string(),
    revision: z.int(),
    totalLines: z.int().min(1),
    startLine: z.int().min(1),
    endLine: z.int(),
    numberedLines: z.array(z.string()),
    content: z.string(),
    changed: z.boolean(),
    warnings: z.array(z.string()).optional(),
  })
  .refine(({ startLine, endLine, numberedLines, content }) => {
    const lines = content.split("\n");
    const fits = endLine - startLine + 1 === lines.length && lines.length === numberedLines.length;
    return (
      fits && numberedLines.every((line, i) => line === `${String(startLine + i).padStart(4)} | ${lines[i] ?? ""}`)
    );
  }, "the numbered lines are not those of the content");
export type DocumentAnswer = z.infer<typeof DocumentAnswer>;

export const RevisionConflict = z.looseObject({ code: z.literal("revision_conflict"), currentRevision: z.int() });

const signature = z.looseObject({ id, name: z.string().min(1) });
export const Versions = z.looseObject({
  versions: z.array(
    z.looseObject({ version: z.int(), author: signature.nullable(), token: signature.nullable(), at: time }),
  ),
  nextCursor: z.string().nullable(),
});
export const VersionText = z.looseObject({ version: z.int(), content: z.string() });

export const Detected = z.looseObject({
  results: z.array(
    z.looseObject({
      input: z.string(),
      references: z.array(
        z.looseObject({
          match: z.string(),
          kind: z.string(),
          status: z.string(),
          pages: z.array(z.looseObject({ pageId: id })),
        }),
      ),
    }),
  ),
});

export const AuditVerdict = z.looseObject({
  valid: z.boolean(),
  entries: z.int(),
  checkpoint: z.looseObject({ note: z.string() }),
  key: z.string(),
});
