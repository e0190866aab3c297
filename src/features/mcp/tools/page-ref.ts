/** Arguments that name a page by id, URL or path. */
import * as z from "zod";
import { Id } from "../../../kernel/contract.ts";
import { AppError, invalid } from "../../../kernel/errors.ts";
import { findByPaths, findPagesById, type FoundByPath } from "../page-lookup.ts";
import type { PageReference } from "../references/contract.ts";
import { listMcpDrives } from "../drive-list.ts";
import { shorten } from "./answer-size.ts";
import type { ToolContext } from "./tool.ts";

/** Longer paths are printed as `/pages/{id}`; see `printedPath`. */
const MAX_REFERENCE = 2_000;

export const PageRef = z.string().min(1).max(MAX_REFERENCE);

/** Maximum number of candidates listed in an error, and of quoted characters of a reference. */
const MAX_SHOWN = 10;
const QUOTED = 200;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MENTION = /^@\[(?:\\[^\n]|[^\n[\]\\]){0,300}\]\(page:([0-9A-Za-z_-]{1,64})\)$/;
const ADDRESS = /^\/pages\/([0-9A-Za-z_-]{1,64})(?:\/(?:canvas)?)?(?:[?#]\S*)?$/;

/** The id contained in a reference; null for a path and for an invalid reference. */
function idIn({ deps: { config } }: ToolContext, reference: string): string | null {
  const origins = [config.origin, config.mcpTokenOrigin].flatMap((origin) => (origin === null ? [] : [origin]));
  const origin = origins.find((each) => reference.startsWith(`${each}/`));
  const address = ADDRESS.exec(origin === undefined ? reference : reference.slice(origin.length))?.[1];
  // A drive may be named “pages”, so a path counts as a page URL only if its id is a UUID.
  const addressed = origin !== undefined || UUID.test(address ?? "") ? address : undefined;
  const id = addressed ?? MENTION.exec(reference)?.[1] ?? reference.replace(/^page:\/\//, "");
  if (!Id.safeParse(id).success) return null;
  return UUID.test(id) ? id.toLowerCase() : id;
}

/** The parent for new pages, with its path; the path is null if the caller cannot see a live page with that id. */
export async function parentOf(
  context: ToolContext,
  reference: string,
): Promise<{ readonly id: string; readonly path: string | null }> {
  const id = await pageIdOf(context, reference);
  const [page] = await findPagesById(context.deps, context.caller, [id]);
  return { id, path: page?.path ?? null };
}

/** The id of the page that a reference names. The use case checks access. */
export async function pageIdOf(context: ToolContext, reference: string): Promise<string> {
  const [id] = await pageIdsOf(context, [reference]);
  if (id === undefined) throw new Error("One reference has one answer.");
  return id;
}

export async function pageIdsOf(context: ToolContext, references: readonly string[]): Promise<string[]> {
  const wanted = references.map((sent) => {
    const reference = sent.trim();
    const id = idIn(context, reference);
    if (id === null && !reference.startsWith("/")) throw notAReference(reference);
    return { reference, id };
  });
  const paths = wanted.flatMap(({ reference, id }) => (id === null ? [reference] : []));
  const found = paths.length === 0 ? [] : await findByPaths(context.deps, context.caller, paths);
  const byPath = new Map(paths.map((path, index) => [path, found[index]]));
  return Promise.all(
    wanted.map(async ({ reference, id }) => id ?? (await onlyPage(context, reference, byPath.get(reference)))),
  );
}

async function onlyPage(context: ToolContext, path: string, found: FoundByPath | undefined): Promise<string> {
  const [page, ...others] = found?.pages ?? [];
  if (page === undefined) throw await noSuchPage(context, path, found?.nearest ?? null);
  if (others.length === 0) return page.pageId;
  const ids = [page, ...others].slice(0, MAX_SHOWN).map(({ pageId, type }) => `${pageId} (${type})`);
  throw invalid(
    "page",
    `${others.length + 1} pages have the path ${quote(path)}: ${ids.join(", ")}. Use the id of one.`,
  );
}

const notAReference = (reference: string): AppError =>
  invalid(
    "page",
    `${quote(reference)} matches no page. Send its id, its address or its path (/drive-slug/Title/Title), without other words.`,
  );

async function noSuchPage(context: ToolContext, path: string, nearest: PageReference | null): Promise<AppError> {
  const missing = `No page has the path ${quote(path)}, or you do not have access to it.`;
  if (nearest !== null) {
    const { pageId, driveId } = nearest;
    const where = `${shorten(printedPath(nearest), QUOTED)} (id ${pageId})`;
    const step = `List its subpages: list_pages with driveId ${driveId} and parentId ${pageId}.`;
    return new AppError("not_found", `${missing} The nearest page that you can view is ${where}. ${step}`);
  }
  const [, slug] = path.split("/");
  const drives = await listMcpDrives(context.deps, context.caller);
  const drive = drives.find((each) => each.slug === slug?.toLowerCase());
  const step = drive
    ? `List the pages of the drive “${drive.name}”: list_pages with driveId ${drive.id}.`
    : "A path begins with the slug of a drive; see list_drives.";
  return new AppError("not_found", `${missing} ${step}`);
}

const quote = (reference: string): string => JSON.stringify(shorten(reference, QUOTED));

/** A reference that any tool accepts: the path if it is known and short enough, otherwise the URL path. */
export const printedPath = ({ pageId, path }: { readonly pageId: string; readonly path: string | null }): string =>
  path === null || path.length > MAX_REFERENCE ? `/pages/${pageId}` : path;
