/**
 * ImageMagick in the memory an isolate has. A picture gets an instance of its own, so that neither memory that was once
 * needed nor anything a picture does to the decoder reaches the next one.
 */
import {
  ImageMagick,
  initializeImageMagick,
  MagickFormat,
  MagickImage,
  MagickReadSettings,
  ResourceLimits,
  type IMagickImage,
} from "@imagemagick/magick-wasm";
import wasm from "@imagemagick/magick-wasm/magick.wasm";
import type { PictureFormat } from "./picture.ts";
import { MAX_SIDE } from "./limits.ts";

export { MagickFormat, type IMagickImage };

/** The decoder of each format is named: ImageMagick is never asked to guess one, since it knows hundreds. */
const DECODERS = {
  png: MagickFormat.Png,
  jpeg: MagickFormat.Jpeg,
  gif: MagickFormat.Gif,
  webp: MagickFormat.WebP,
  avif: MagickFormat.Avif,
  heic: MagickFormat.Heic,
} as const;

/** Bytes. */
const PAGE = 65_536;

/** The picture needs more memory than it may have; `cause` is what came of it. */
export class OutOfMemory extends Error {
  override readonly name = "OutOfMemory";
}

/** The decoder could not make sense of the picture; the message is the decoder's. */
export class Undecodable extends Error {
  override readonly name = "Undecodable";
}

export type Source = {
  readonly bytes: Uint8Array;
  readonly format: PictureFormat;
  /** The size, in pixels, that a JPEG is decoded to, to the next eighth of its own: it is never unfolded whole. */
  readonly scaledTo?: { readonly width: number; readonly height: number };
};

/** What `work` makes of the first picture of the source, in the instance that is open. */
export type Open = <T>(source: Source, work: (image: IMagickImage) => T) => T;

/**
 * What `work` makes of the first picture of the source. The linear memory of the decoder stays within `memory` bytes.
 *
 * @throws OutOfMemory
 * @throws Undecodable
 */
export const decode = <T>(source: Source, memory: number, work: (image: IMagickImage) => T): Promise<T> =>
  withDecoder(memory, (open) => open(source, work));

/**
 * As `decode`, for several pictures that belong together. They share one instance, and its memory.
 *
 * @throws OutOfMemory
 * @throws Undecodable
 */
export async function withDecoder<T>(memory: number, work: (open: Open) => T): Promise<T> {
  // Two pictures whose instances are being made at once would take each other's away; what follows does not wait.
  do await startInstance();
  while (!hasInstance());
  let refused = false;
  try {
    return boundMemory(memory, {
      work: () => work((source, use) => read(source, memory, use)),
      onRefusal: () => (refused = true),
    });
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    if (refused || /ResourcesExhausted|LimitExceeded|ExceedsLimit|limit exceeded/i.test(message)) {
      throw new OutOfMemory(message, { cause });
    }
    // Among what comes here are traps, and whatever else a module throws that lost its footing.
    throw new Undecodable(message, { cause });
  } finally {
    dropInstance();
  }
}

function read<T>({ bytes, format, scaledTo }: Source, memory: number, work: (image: IMagickImage) => T): T {
  const limit = BigInt(memory);
  ResourceLimits.memory = limit;
  ResourceLimits.maxMemoryRequest = limit;
  ResourceLimits.area = limit;
  // Its disk is this isolate's memory.
  ResourceLimits.disk = 0n;
  ResourceLimits.width = BigInt(MAX_SIDE);
  ResourceLimits.height = BigInt(MAX_SIDE);
  const settings = new MagickReadSettings({ format: DECODERS[format], frameIndex: 0, frameCount: 1 });
  if (scaledTo) settings.setDefine(MagickFormat.Jpeg, "size", `${scaledTo.width}x${scaledTo.height}`);
  const image = MagickImage.create();
  try {
    image.onWarning = ({ error }) => {
      // The file ends before the picture does; the decoder would fill the rest with grey.
      if (/premature end/i.test(error.message)) throw error;
    };
    image.read(bytes, settings);
    return work(image);
  } finally {
    image.dispose();
  }
}

/** The package keeps one instance for ever, in a member its types do not show: without it, a new one is made. */
const INSTANCE = "_api";

const startInstance = (): Promise<void> => initializeImageMagick(wasm);

function hasInstance(): boolean {
  try {
    return Reflect.get(ImageMagick, INSTANCE) !== undefined;
  } catch {
    return false;
  }
}

const dropInstance = (): boolean => Reflect.set(ImageMagick, INSTANCE, undefined);

/**
 * Runs `work` with every WebAssembly memory held to `limit` bytes. Modules ask for more through this one method; one that
 * is refused sees an allocation fail, as on any machine that is full, and says so.
 */
function boundMemory<T>(limit: number, { work, onRefusal }: { work: () => T; onRefusal: () => void }): T {
  // oxlint-disable-next-line typescript/unbound-method -- it is called on the memory that asks
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function (this: WebAssembly.Memory, pages: number): number {
    if (this.buffer.byteLength + pages * PAGE > limit) {
      onRefusal();
      throw new RangeError("The memory is full.");
    }
    return grow.call(this, pages);
  };
  try {
    return work();
  } finally {
    WebAssembly.Memory.prototype.grow = grow;
  }
}
