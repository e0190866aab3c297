/** The content of a picture's header. */
import type { Orientation } from "./exif.ts";

export type PictureFormat = "png" | "jpeg" | "gif" | "webp" | "avif" | "heic";

/** `width` and `height` in pixels as stored, before `orientation` is applied. */
export type Header = {
  readonly format: PictureFormat;
  readonly width: number;
  readonly height: number;
  readonly orientation: Orientation;
  /** Number of frames of an animation, if the header has it. */
  readonly frames?: number;
};

/** The result of each format's reader. */
export type HeaderFields = Omit<Header, "format">;
