/** What is done to a decoded picture on its way to a variant. */
import {
  ColorSpace,
  FilterType,
  type IMagickImage,
  MagickColors,
  MagickFormat,
  MagickGeometry,
} from "@imagemagick/magick-wasm";
import type { Header } from "./picture.ts";

export type Size = { readonly width: number; readonly height: number };

export type Variant = Size & { readonly bytes: Uint8Array; readonly type: "image/webp" | "image/jpeg" };

/** Of 100: on a screen nobody tells it from the picture. */
const QUALITY = 80;

/** Bytes. The profiles of screens and cameras have a few hundred; what has more is for printers. */
const MAX_PROFILE_SIZE = 4096;

/** The largest size of these proportions with no side above `side`, and no larger than it is. */
export function fit({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height));
  const scaled = (length: number) => Math.max(1, Math.round(length * scale));
  return { width: scaled(width), height: scaled(height) };
}

/** Makes the picture `side` pixels large at most and upright, and drops whatever is neither a pixel nor its colour. */
export function normalise(image: IMagickImage, header: Header, side: number): void {
  layOnCanvas(image, header);
  // A JPEG was decoded to about the size; its proportions are those of the header.
  resize(image, fit(header.format === "jpeg" ? header : image, side));
  const profile = profileToKeep(image);
  // The header was read as browsers read it; a decoder of its own mind would turn some pictures twice.
  image.orientation = isHeif(header) ? 1 : header.orientation;
  image.autoOrient();
  image.strip();
  if (profile) keepProfile(image, profile);
}

/** Decoders of these turn the picture themselves (ISO/IEC 23008-12, section 6.5.10). */
export const isHeif = ({ format }: Header) => format === "heic" || format === "avif";

export function resize(image: IMagickImage, { width, height }: Size, filter: FilterType = FilterType.Lanczos): void {
  if (image.width === width && image.height === height) return;
  const geometry = new MagickGeometry(width, height);
  geometry.ignoreAspectRatio = true;
  image.resize(geometry, filter);
}

/** The first picture of an animation may be smaller than the canvas it stands on. */
function layOnCanvas(image: IMagickImage, { format, width, height }: Header): void {
  const { x, y } = image.page;
  const fills = x === 0 && y === 0 && image.width === width && image.height === height;
  if (!fills && (format === "gif" || format === "webp")) {
    image.backgroundColor = MagickColors.Transparent;
    image.extent(new MagickGeometry(-x, -y, width, height));
  }
  image.resetPage();
}

/**
 * The colour profile without which the picture would be shown in the wrong colours: phones' photos have Display P3. Its
 * bytes alone are looked at: the package's own reader of profiles counts to four billion when a damaged one says so. They
 * are copied, for they lie in the decoder's memory, which something else takes once the profile is stripped.
 */
function profileToKeep(image: IMagickImage): Uint8Array | null {
  if (image.colorSpace === ColorSpace.CMYK) return null;
  const data = image.getColorProfile()?.data;
  if (!data || data.length > MAX_PROFILE_SIZE) return null;
  // Its name is in ASCII or in UTF-16.
  return /s\0?R\0?G\0?B/i.test(new TextDecoder("latin1").decode(data)) ? null : data.slice();
}

export function keepProfile(image: IMagickImage, profile: Uint8Array): void {
  try {
    image.setProfile("icc", profile);
  } catch (cause) {
    if (cause instanceof WebAssembly.RuntimeError) throw cause;
    // A profile that does not fit the picture is none.
  }
}

/** WebP or JPEG, whichever is smaller; what is see-through stays so, as WebP. */
export function encode(image: IMagickImage): Variant {
  const { width, height } = image;
  image.quality = QUALITY;
  // Writing WebP first turns a printer's four colours, and any others, into sRGB, which JPEG by itself does not.
  const webp = image.write(MagickFormat.WebP, (bytes) => bytes.slice());
  if (image.hasAlpha && !image.isOpaque) return { bytes: webp, type: "image/webp", width, height };
  const jpeg = image.write(MagickFormat.Jpeg, (bytes) => bytes.slice());
  return webp.length <= jpeg.length
    ? { bytes: webp, type: "image/webp", width, height }
    : { bytes: jpeg, type: "image/jpeg", width, height };
}
