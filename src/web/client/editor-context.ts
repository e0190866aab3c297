/** What the editor of a document asks of the program around it: files, people, pages, and a place to say something. */
import type { EditorContext, UploadedFile } from "../editor/context.ts";
import { path } from "./api.ts";
import { isSameDocument } from "./links.ts";
import type { Lookup } from "./mention-lookup.ts";
import { go } from "./moves.ts";
import { announce, showError } from "./notice.ts";
import { sideView } from "./side.tsx";
import { openTransfer } from "./transfer.ts";

export function contextOf(root: HTMLElement): EditorContext {
  const pageId = root.dataset["page"] ?? "";
  const driveId = root.dataset["drive"] ?? "";
  let known: Lookup | undefined;
  // Loaded when something is mentioned or pointed at for the first time. Who may, lists the members of the drive.
  const lookup = async () =>
    (known ??= (await import("./mention-lookup.ts")).mentionLookup(pageId, root.dataset["members"] ?? ""));
  return {
    pageId,
    driveId,
    upload: (file, signal, onProgress) => upload(pageId, file, signal, onProgress),
    findPeople: async (query, signal) => (await lookup()).findPeople(query, signal),
    findPages: async (query, signal) => (await lookup()).findPages(query, signal),
    describePage: async (id, signal) => (await lookup()).describePage(id, signal),
    async makePage(made) {
      if (sideView()?.drive?.mayCreate !== true) return announce("Only those who run this drive make pages in it.");
      (await import("./new-page.ts")).openNewPage({ id: pageId, title: "this page" }, made);
    },
    open: (address) => {
      const to = new URL(address, location.href);
      if (isSameDocument(to, new URL(location.href))) location.assign(to);
      else if (to.origin === location.origin) go(address).catch(showError);
      else window.open(address, "_blank", "noopener");
    },
    announce,
    showError,
  };
}

async function upload(
  pageId: string,
  file: File,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<UploadedFile> {
  const transfer = openTransfer(
    file,
    { pageId },
    { sent: (bytes) => onProgress(bytes / Math.max(1, file.size)), waiting: () => undefined },
  );
  const [record, size] = await Promise.all([transfer.send(signal), sizeOf(file)]);
  const isImage = record.mimeType.startsWith("image/");
  return {
    address: path`/api/files/${record.id}/${isImage ? "view" : "download"}`,
    name: record.filename,
    isImage,
    ...size,
  };
}

/** Pixels of what the browser can draw, so that the page need not wait for it to know its height. */
async function sizeOf(file: File): Promise<{ width: number | null; height: number | null }> {
  const none = { width: null, height: null };
  if (!file.type.startsWith("image/")) return none;
  const image = await createImageBitmap(file).catch(() => null);
  if (image === null) return none;
  const { width, height } = image;
  image.close();
  return { width, height };
}
