/** Arguments that name a drive by id, slug or name. */
import * as z from "zod";
import { foldName } from "../../../kernel/fold.ts";
import { Id } from "../../../kernel/contract.ts";
import { AppError, invalid } from "../../../kernel/errors.ts";
import { parsePath } from "../../../kernel/page-path.ts";
import { listMcpDrives } from "../drive-list.ts";
import { shorten } from "./answer-size.ts";
import type { ToolContext } from "./tool.ts";

export const DriveRef = z.string().min(1).max(300);

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Maximum number of candidates listed in an error. */
const MAX_SHOWN = 10;

type Drive = { readonly id: string; readonly name: string; readonly slug: string };

/** The drive's id; a reference that is an id is not looked up. The use case checks access. */
export const driveIdOf = async (context: ToolContext, reference: string): Promise<string> =>
  UUID.test(reference.trim()) ? reference.trim().toLowerCase() : (await driveOf(context, reference)).id;

/**
 * The drive that a reference names. An id that is not among the caller's drives is returned without a slug, for the use
 * case to check.
 */
export async function driveOf(
  context: ToolContext,
  reference: string,
): Promise<Pick<Drive, "id"> & { readonly slug: string | null }> {
  const drives = await listMcpDrives(context.deps, context.caller);
  const wanted = nameIn(context, reference.trim());
  const byId = drives.find(({ id }) => id === wanted);
  if (byId) return byId;
  const named = foldName(wanted);
  const bySlug = drives.filter(({ slug }) => slug === wanted.normalize("NFC").toLowerCase());
  const [drive, ...others] = bySlug.length > 0 ? bySlug : drives.filter(({ name }) => foldName(name) === named);
  if (drive === undefined) {
    if (UUID.test(wanted)) return { id: wanted.toLowerCase(), slug: null };
    const known = drives.length === 0 ? "You have access to no drive." : `Your drives are ${listed(drives)}.`;
    throw new AppError("not_found", `No drive is named ${JSON.stringify(shorten(wanted, 100))}. ${known}`);
  }
  if (others.length === 0) return drive;
  throw invalid("driveId", `Several drives have that name: ${listed([drive, ...others])}. Use the id of one.`);
}

/** Strips the surrounding URL, and the leading slash of a path. */
function nameIn({ deps: { config } }: ToolContext, reference: string): string {
  const path = reference.startsWith(`${config.origin}/`) ? reference.slice(config.origin.length) : reference;
  const [first, second, ...others] = parsePath(path) ?? [];
  if (first === undefined || others.length > 0) return reference;
  if (second === undefined) return first;
  return first === "drives" && Id.safeParse(second).success ? second : reference;
}

const listed = (drives: readonly Drive[]): string =>
  drives
    .slice(0, MAX_SHOWN)
    .map(({ id, slug, name }) => `${shorten(name, 60)} (slug ${slug}, id ${id})`)
    .join(", ") + (drives.length > MAX_SHOWN ? ` and ${drives.length - MAX_SHOWN} more` : "");
