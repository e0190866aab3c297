/**
 * Small versions of an uploaded picture, for pages and lists: upright, in sRGB or with a small colour profile, without
 * metadata.
 */
import { Unreadable } from "../unreadable.ts";
import { previewFrom } from "./binding.ts";
import { encode, fit, isHeif, normalize, resize, type Variant } from "./render.ts";
import { swapsSides } from "./exif.ts";
import { readGrid } from "./grid.ts";
import { isPicture, readHeader } from "./header.ts";
import { countScans } from "./jpeg.ts";
import { DECODER_MEMORY, MAX_SIDE, MEMORY, MAX_PIXELS, MAX_SCANS, PREVIEW_SIDE, THUMBNAIL_SIDE } from "./limits.ts";
import { type IMagickImage, OutOfMemory, type Source, Undecodable, withDecoder } from "./magick.ts";
import { openGrid } from "./tile-composer.ts";
import type { PictureFormat, Header } from "./picture.ts";
import { reader } from "./byte-reader.ts";

export type { Variant };

export type VariantsResult = {
  /** In pixels, as displayed. */
  readonly metadata: { readonly width: number; readonly height: number; readonly format: PictureFormat };
  /** At most 1,600 pixels wide and high, and never larger than the picture. */
  readonly preview: Variant | null;
  /** At most 320 pixels wide and high. */
  readonly thumbnail: Variant | null;
  /** Why both are missing, for the user who uploaded the picture. */
  readonly why?: string;
};

type Variants = Pick<VariantsResult, "preview" | "thumbnail" | "why">;

const REASONS = {
  pixels: "The picture has too many pixels to be resized here.",
  memory: "Resizing the picture requires more memory than is available.",
  scans: "The picture is stored in too many scans to be resized here.",
  kind: "Pictures of this type cannot be resized here.",
} as const;

const without = (why: keyof typeof REASONS): Variants => ({ preview: null, thumbnail: null, why: REASONS[why] });

/**
 * The variants of a PNG, JPEG, GIF, WebP, AVIF or HEIC. They are generated here if memory allows; larger pictures are
 * passed to Cloudflare Images if `images` is bound, and otherwise have no variants.
 *
 * @throws Unreadable if the picture is damaged or of another kind.
 */
export async function makeVariants(bytes: Uint8Array, { images }: { images?: ImagesBinding }): Promise<VariantsResult> {
  if (!isPicture(bytes)) throw new Unreadable("Pictures of this type cannot be read here.");
  const header = readHeader(bytes);
  if (!header) throw damaged();
  const { width, height } = shown(header);
  const metadata = { width, height, format: header.format };
  if (Math.max(width, height) > MAX_SIDE || width * height > MAX_PIXELS) return { metadata, ...without("pixels") };
  if (header.format === "jpeg" && countScans(bytes, MAX_SCANS) === MAX_SCANS) return { metadata, ...without("scans") };
  const variants = await renderInWorker(bytes, header);
  if (variants.preview || !images) return { metadata, ...variants };
  return { metadata, ...((await renderByBinding(bytes, images)) ?? variants) };
}

const damaged = (cause?: unknown) => new Unreadable("The picture is damaged.", { cause });

const shown = ({ width, height, orientation }: Header) =>
  swapsSides(orientation) ? { width: height, height: width } : { width, height };

async function renderInWorker(bytes: Uint8Array, header: Header): Promise<Variants> {
  const memory = MEMORY - bytes.length;
  // The decoder starts with a copy of the file, and its glue code does not check whether there is room for one.
  if (memory < DECODER_MEMORY + bytes.length) return without("memory");
  try {
    const grid = isHeif(header) ? readGrid(reader(bytes)) : null;
    return await withDecoder(memory, (open) =>
      grid
        ? openGrid(open, header.format, grid, PREVIEW_SIDE, (image) => drawVariants(image, header))
        : open(sourceOf(bytes, header), (image) => drawVariants(image, header)),
    );
  } catch (cause) {
    if (cause instanceof OutOfMemory) return without("memory");
    if (!(cause instanceof Undecodable)) throw cause;
    if (/unsupported|no decode delegate/i.test(cause.message)) return without("kind");
    throw damaged(cause);
  }
}

function drawVariants(image: IMagickImage, header: Header): Variants {
  normalize(image, header, PREVIEW_SIDE);
  const preview = encode(image);
  if (Math.max(preview.width, preview.height) <= THUMBNAIL_SIDE) return { preview, thumbnail: preview };
  resize(image, fit(preview, THUMBNAIL_SIDE));
  return { preview, thumbnail: encode(image) };
}

function sourceOf(bytes: Uint8Array, { format, width, height }: Header): Source {
  if (format !== "jpeg") return { bytes, format };
  // The smallest number of eighths that leaves at least the preview's pixels.
  const eighths = Math.min(8, Math.ceil((8 * PREVIEW_SIDE) / Math.max(width, height)));
  const eighthsOf = (side: number) => Math.max(1, Math.round((side * eighths) / 8));
  return { bytes, format, ...(eighths < 8 && { scaledTo: { width: eighthsOf(width), height: eighthsOf(height) } }) };
}

/** Null if Images fails too. */
async function renderByBinding(bytes: Uint8Array, images: ImagesBinding): Promise<Variants | null> {
  const preview = await previewFrom(bytes, images);
  if (!preview) return null;
  const { thumbnail } = await renderInWorker(preview.bytes, { ...preview, format: "webp", orientation: 1 });
  return thumbnail && { preview, thumbnail };
}
