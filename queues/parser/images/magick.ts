/**
 * Runs ImageMagick within an isolate's memory. Each picture gets its own instance, so that neither memory growth nor
 * any damage that it does to the decoder affects the next one.
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

/** The decoder is always specified: ImageMagick must never guess the format, since it supports hundreds. */
const DECODERS = {
  png: MagickFormat.Png,
  jpeg: MagickFormat.Jpeg,
  gif: MagickFormat.Gif,
  webp: MagickFormat.WebP,
  avif: MagickFormat.Avif,
  heic: MagickFormat.Heic,
} as const;

/** In bytes. */
const PAGE = 65_536;

/** The picture needs more memory than allowed; `cause` is the resulting error. */
export class OutOfMemory extends Error {
  override readonly name = "OutOfMemory";
}

/** The decoder rejected the picture; the message is the decoder's. */
export class Undecodable extends Error {
  override readonly name = "Undecodable";
}

export type Source = {
  readonly bytes: Uint8Array;
  readonly format: PictureFormat;
  /**
   * The size in pixels at which a JPEG is decoded, rounded up to the next eighth of its own, so that it is never fully
   * decoded.
   */
  readonly scaledTo?: { readonly width: number; readonly height: number };
};

/** Returns the result of `work` for the first picture of the source, in the open instance. */
export type Open = <T>(source: Source, work: (image: IMagickImage) => T) => T;

/**
 * Returns the result of `work` for the first picture of the source. The decoder's linear memory stays within `memory`
 * bytes.
 *
 * @throws OutOfMemory
 * @throws Undecodable
 */
export const decode = <T>(source: Source, memory: number, work: (image: IMagickImage) => T): Promise<T> =>
  withDecoder(memory, (open) => open(source, work));

/**
 * Like `decode`, for several pictures that belong together. They share one instance and its memory.
 *
 * @throws OutOfMemory
 * @throws Undecodable
 */
export async function withDecoder<T>(memory: number, work: (open: Open) => T): Promise<T> {
  // Pictures whose instances are created at the same time would take each other's; everything after this is
  // synchronous.
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
    // These include traps and other errors of a corrupted module.
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
  // Its virtual disk would use the isolate's memory.
  ResourceLimits.disk = 0n;
  ResourceLimits.width = BigInt(MAX_SIDE);
  ResourceLimits.height = BigInt(MAX_SIDE);
  const settings = new MagickReadSettings({ format: DECODERS[format], frameIndex: 0, frameCount: 1 });
  if (scaledTo) settings.setDefine(MagickFormat.Jpeg, "size", `${scaledTo.width}x${scaledTo.height}`);
  const image = MagickImage.create();
  try {
    image.onWarning = ({ error }) => {
      // The file is truncated; the decoder would fill the rest with grey.
      if (/premature end/i.test(error.message)) throw error;
    };
    image.read(bytes, settings);
    return work(image);
  } finally {
    image.dispose();
  }
}

/** The package caches one instance in an undeclared member: clearing it makes the package create a new one. */
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
 * Runs `work` with every WebAssembly memory limited to `limit` bytes. Modules grow their memory through this one
 * method; a module whose request is denied sees a failed allocation, as on any full machine, and reports it.
 */
function boundMemory<T>(limit: number, { work, onRefusal }: { work: () => T; onRefusal: () => void }): T {
  // oxlint-disable-next-line typescript/unbound-method -- it is called on the memory that asks
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function (this: WebAssembly.Memory, pages: number): number {
    if (this.buffer.byteLength + pages * PAGE > limit) {
      onRefusal();
      throw new RangeError("Out of memory.");
    }
    return grow.call(this, pages);
  };
  try {
    return work();
  } finally {
    WebAssembly.Memory.prototype.grow = grow;
  }
}
