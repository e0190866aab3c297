/** Checks the cover that a caller gives to a page. */
import type { Caller } from "../../kernel/caller.ts";
import { isCoverImage, parseCover } from "../../kernel/cover.ts";
import { invalid } from "../../kernel/errors.ts";
import type { PageAppearance } from "../../kernel/page.ts";
import { authenticate, type AuthDeps } from "../../permissions/authenticate.ts";
import { findCoverFile } from "./cover-store.ts";

export const hasFileCover = ({ cover }: PageAppearance): boolean => parseCover(cover ?? "")?.kind === "file";

/** Throws if the cover is a file but not an image of this drive that the caller can see. */
export async function requireCover(
  deps: AuthDeps,
  caller: Caller,
  cover: string | null | undefined,
  driveId: string,
): Promise<void> {
  const parsed = parseCover(cover ?? "");
  if (parsed?.kind !== "file") return;
  const [file] = (await authenticate(deps, caller, [findCoverFile(caller, parsed.fileId)])).results;
  if (file?.driveId !== driveId || !isCoverImage(file.mimeType))
    throw invalid("cover", "The file does not exist in this drive, or it is not an image that browsers display.");
}
