/** The cover of a page: a built-in gradient or pattern, or an image file. */
import { mediaType } from "./media-types.ts";

/** Drawn by `styles/cover.css`. */
export const COVER_NAMES = ["dawn", "sea", "meadow", "dusk", "dots", "grid", "stripes", "checks"] as const;
export type CoverName = (typeof COVER_NAMES)[number];

export type Cover =
  | { readonly kind: "named"; readonly name: CoverName }
  /** `position` is the height, in percent from the top, of the part of the image that is shown. */
  | { readonly kind: "file"; readonly fileId: string; readonly position: number };

const FILE_COVER = /^file:([0-9a-zA-Z_-]{1,64})(?:@(100|[1-9]?\d))?$/;

/** Null for a text that is not a cover. */
export function parseCover(text: string): Cover | null {
  const name = COVER_NAMES.find((each) => each === text);
  if (name) return { kind: "named", name };
  const [, fileId, position = "50"] = FILE_COVER.exec(text) ?? [];
  return fileId === undefined ? null : { kind: "file", fileId, position: Number(position) };
}

export const fileCover = (fileId: string, position = 50): string =>
  `file:${fileId}${position === 50 ? "" : `@${position}`}`;

/** Whether browsers display files of this type as images. */
export const isCoverImage = (mimeType: string): boolean =>
  mimeType.startsWith("image/") && mediaType(mimeType)?.inline === "media";
