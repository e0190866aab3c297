/** What a picture says of itself in its header. */
import type { Orientation } from "./exif.ts";

export type PictureFormat = "png" | "jpeg" | "gif" | "webp" | "avif" | "heic";

/** `width` and `height` in pixels as they are stored, before `orientation` turns them. */
export type Header = {
  readonly format: PictureFormat;
  readonly width: number;
  readonly height: number;
  readonly orientation: Orientation;
  /** How many pictures a player shows, where the header tells. */
  readonly frames?: number;
};

/** What each format's reader finds. */
export type HeaderFields = Omit<Header, "format">;
