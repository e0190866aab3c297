/** Tools for page history: reading it, and restoring earlier text. */
import * as z from "zod";
import { MINUTE } from "../../../kernel/clock.ts";
import { AppError, invalid } from "../../../kernel/errors.ts";
import { diffVersion, listVersions, restoreVersion } from "../../pages/history/service.ts";
import { undoToken } from "../../pages/undo/service.ts";
import { partOfDiff } from "./page-text.ts";
import { fitList, fitTitles } from "./answer-size.ts";
import { PageRef, pageIdOf } from "./page-ref.ts";
import { IdArgument, addressOf, tool } from "./tool.ts";
import { tokenIdOf } from "../../../kernel/caller.ts";

const Version = z.int().min(0);

const historyTool = tool({
  name: "history",
  title: "Read a page's history",
  description:
    "Lists versions of a page, newest first, with authors. With version: its changes compared with the previous version or `from`.",
  kind: "read",
  idempotent: true,
  input: z.strictObject({
    page: PageRef,
    version: Version.optional(),
    from: Version.optional(),
    cursor: z.string().max(20).optional(),
    limit: z.int().min(1).max(100).default(20),
  }),
  output: z.object({
    pageId: z.string(),
    versions: z
      .array(z.looseObject({ version: z.int(), author: z.string(), tool: z.string().nullable(), at: z.string() }))
      .optional(),
    nextCursor: z.string().nullable().optional(),
    diff: z
      .object({
        from: z.int().nullable(),
        to: z.int(),
        added: z.int(),
        removed: z.int(),
        text: z.string(),
      })
      .optional(),
  }),
  async run(context, { page, version, from, cursor, limit }) {
    const { deps, caller } = context;
    const pageId = await pageIdOf(context, page);
    const before = cursor === undefined ? undefined : Number(cursor);
    if (before !== undefined && !Number.isSafeInteger(before))
      throw invalid("cursor", "The cursor does not belong to this list. Omit it to start from the beginning.");
    if (version !== undefined) {
      const { hunks, added, removed, ...compared } = await diffVersion(deps, caller, pageId, version, from);
      const { text, next } = partOfDiff(hunks, before);
      const nextPart = next === null ? null : String(next);
      return { pageId, diff: { from: compared.from, to: compared.to, added, removed, text }, nextCursor: nextPart };
    }
    return fitList(limit, async (count) => {
      const { versions, nextCursor } = await listVersions(deps, caller, pageId, { cursor: before, limit: count });
      return {
        pageId,
        versions: versions.map(({ version: number, author, token, at, until }) => {
          return { version: number, author: author?.name ?? "", tool: token?.name ?? null, at, until };
        }),
        nextCursor,
      };
    });
  },
});

/** How far back a tool undoes its own edits by default. */
const DEFAULT_MINUTES = 60;

const revertTool = tool({
  name: "revert",
  title: "Revert changes",
  description:
    "With page and version: restores the page's text to that version. With minutes: undoes what this token wrote on " +
    "all pages in that time and keeps what others wrote. Both are ordinary edits recorded in the history.",
  kind: "destroy",
  idempotent: false,
  input: z.strictObject({
    page: PageRef.optional(),
    version: Version.optional(),
    minutes: z.int().min(1).max(1_000_000).optional().describe(`${DEFAULT_MINUTES} if page is omitted`),
    dryRun: z.boolean().default(false).describe("With minutes: only list the pages"),
    cursor: IdArgument.optional(),
  }),
  output: z.object({
    pages: z.array(z.looseObject({ id: z.string(), outcome: z.string(), revision: z.int().nullable() })),
    nextCursor: z.string().nullable(),
  }),
  async run(context, { page, version, minutes = DEFAULT_MINUTES, dryRun, cursor }) {
    const { deps, caller, report } = context;
    if ((page === undefined) !== (version === undefined)) throw invalid("page", "Send page and version together.");
    if (page !== undefined && version !== undefined) {
      if (dryRun) throw invalid("dryRun", "To preview a version, read it with history.");
      const pageId = await pageIdOf(context, page);
      const { id, title, revision } = await restoreVersion(deps, caller, pageId, version);
      return { pages: [{ id, title, url: addressOf(context, id), outcome: "restored", revision }], nextCursor: null };
    }
    const actor = await context.actor();
    const tokenId = tokenIdOf(actor);
    if (tokenId === null) throw new AppError("forbidden", "Only a tool's token can undo its own edits.");
    const since = Math.max(0, deps.now - minutes * MINUTE);
    const undone = await undoToken(deps, caller, { tokenId, since, dryRun, cursor }, report);
    return {
      pages: fitTitles(
        undone.pages.map(({ pageId: id, title, outcome, revision }) => {
          return { id, title, url: addressOf(context, id), outcome, revision };
        }),
      ),
      nextCursor: undone.nextCursor,
    };
  },
});

export const HISTORY_TOOLS = [historyTool, revertTool];
