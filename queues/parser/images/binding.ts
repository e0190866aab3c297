/** Previews by Cloudflare Images, which runs outside the isolate and is not limited by its memory. */
import type { Variant } from "./render.ts";
import { readHeader } from "./header.ts";
import { PREVIEW_SIDE } from "./limits.ts";

/** Upright and without metadata, which WebP output of Images never has; null if Images rejects the picture or fails. */
export async function previewFrom(bytes: Uint8Array, images: ImagesBinding): Promise<Variant | null> {
  try {
    const result = await images
      .input(streamOf(bytes))
      .transform({ width: PREVIEW_SIDE, height: PREVIEW_SIDE, fit: "scale-down" })
      .output({ format: "image/webp", quality: 80, anim: false });
    const preview = new Uint8Array(await result.response().arrayBuffer());
    const header = readHeader(preview);
    if (header?.format !== "webp") return null;
    return { bytes: preview, type: "image/webp", width: header.width, height: header.height };
  } catch {
    // Its limits are its own and may change; the picture then has no preview.
    return null;
  }
}

/** Not `Blob.stream()`, which would copy a picture that is large by definition. */
const streamOf = (bytes: Uint8Array): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
