/** Uploads files that are pasted, dropped or chosen in a text to its page. */
import type { UploadedFile } from "../editor/context.ts";
import { path } from "../api/api.ts";
import { openTransfer } from "../uploads/send-file.ts";

export async function upload(
  pageId: string,
  file: File,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<UploadedFile> {
  const transfer = openTransfer(file, () => Promise.resolve({ pageId }), {
    sent: (bytes) => onProgress(bytes / Math.max(1, file.size)),
    waiting: () => undefined,
  });
  const [record, size] = await Promise.all([transfer.send(signal), sizeOf(file)]);
  const isImage = record.mimeType.startsWith("image/");
  return {
    address: path`/api/files/${record.id}/${isImage ? "view" : "download"}`,
    name: record.filename,
    isImage,
    ...size,
  };
}

/** The natural size of an image, so that the page knows its height before it has loaded. */
async function sizeOf(file: File): Promise<{ width: number | null; height: number | null }> {
  const none = { width: null, height: null };
  if (!file.type.startsWith("image/")) return none;
  const image = await createImageBitmap(file).catch(() => null);
  if (image === null) return none;
  const { width, height } = image;
  image.close();
  return { width, height };
}
