/** The processing of a decoded picture into a variant. */
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

/** Out of 100: on a screen the difference is invisible. */
const QUALITY = 80;

/** In bytes. Profiles of screens and cameras have a few hundred; larger ones are for printers. */
const MAX_PROFILE_SIZE = 4096;

/** The largest size with these proportions and no side above `side`, never larger than the original. */
export function fit({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height));
  const scaled = (length: number) => Math.max(1, Math.round(length * scale));
  return { width: scaled(width), height: scaled(height) };
}

/** Makes the picture upright and at most `side` pixels large, and removes everything except pixels and colour profile. */
export function normalize(image: IMagickImage, header: Header, side: number): void {
  layOnCanvas(image, header);
  // A JPEG was decoded at approximately this size; the header has the exact proportions.
  resize(image, fit(header.format === "jpeg" ? header : image, side));
  const profile = profileOf(image);
  // The header was read as browsers read it; the decoder's own reading might rotate some pictures twice.
  image.orientation = isHeif(header) ? 1 : header.orientation;
  image.autoOrient();
  image.strip();
  if (profile) setProfile(image, profile);
}

/** Decoders of these formats rotate the picture themselves (ISO/IEC 23008-12, section 6.5.10). */
export const isHeif = ({ format }: Header) => format === "heic" || format === "avif";

export function resize(image: IMagickImage, { width, height }: Size, filter: FilterType = FilterType.Lanczos): void {
  if (image.width === width && image.height === height) return;
  const geometry = new MagickGeometry(width, height);
  geometry.ignoreAspectRatio = true;
  image.resize(geometry, filter);
}

/** The first frame of an animation may be smaller than its canvas. */
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
 * The colour profile that the picture needs for correct colours: phones' photos use Display P3. Only its raw bytes are
 * examined, because the package's profile reader loops up to four billion times on a damaged profile. They are copied,
 * because the decoder's memory is reused once the profile is stripped.
 */
function profileOf(image: IMagickImage): Uint8Array | null {
  if (image.colorSpace === ColorSpace.CMYK) return null;
  const data = image.getColorProfile()?.data;
  if (!data || data.length > MAX_PROFILE_SIZE) return null;
  // The profile's name is in ASCII or UTF-16.
  return /s\0?R\0?G\0?B/i.test(new TextDecoder("latin1").decode(data)) ? null : data.slice();
}

export function setProfile(image: IMagickImage, profile: Uint8Array): void {
  try {
    image.setProfile("icc", profile);
  } catch (cause) {
    if (cause instanceof WebAssembly.RuntimeError) throw cause;
    // A profile that does not fit the picture is dropped.
  }
}

/** WebP or JPEG, whichever is smaller; pictures with transparency are always WebP. */
export function encode(image: IMagickImage): Variant {
  const { width, height } = image;
  image.quality = QUALITY;
  // Writing WebP first converts CMYK and other colour spaces to sRGB, which writing JPEG alone does not.
  const webp = image.write(MagickFormat.WebP, (bytes) => bytes.slice());
  if (image.hasAlpha && !image.isOpaque) return { bytes: webp, type: "image/webp", width, height };
  const jpeg = image.write(MagickFormat.Jpeg, (bytes) => bytes.slice());
  return webp.length <= jpeg.length
    ? { bytes: webp, type: "image/webp", width, height }
    : { bytes: jpeg, type: "image/jpeg", width, height };
}
