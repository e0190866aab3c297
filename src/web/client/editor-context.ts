/** What the editor of a document asks of the program around it: files, people, pages, and a place to say something. */
import type { Page } from "../../features/pages/contract.ts";
import type { SearchAnswer } from "../../features/search/contract.ts";
import { KINDS } from "./page-kinds.ts";
import { firstWords } from "../document/first-words.ts";
import type { EditorContext, UploadedFile } from "../editor/context.ts";
import { ApiError, call, path } from "./api.ts";
import { isSameDocument } from "./links.ts";
import { go } from "./moves.ts";
import { announce, showError } from "./notice.ts";
import type { Candidate } from "./people-picker.ts";
import { sideView } from "./side.tsx";
import { openTransfer } from "./transfer.ts";

/** How many are offered at a time. */
const OFFERED = 8;
/** Characters shown of another page. */
const EXCERPT = 200;

export function contextOf(root: HTMLElement): EditorContext {
  const pageId = root.dataset["page"] ?? "";
  const driveId = root.dataset["drive"] ?? "";
  /** Members of the drive and connections, who need no search: asked for once. */
  let known: Promise<readonly Candidate[]> | null = null;
  return {
    pageId,
    driveId,
    upload: (file, signal, onProgress) => upload(pageId, file, signal, onProgress),
    async findPeople(query, signal) {
      const { knownPeople, matches, searchPeople } = await import("./people-picker.ts");
      // Who may list the members of the drive.
      known ??= knownPeople(root.dataset["members"] ?? "");
      const [near, found] = await Promise.all([known, searchPeople(query.trim())]);
      signal.throwIfAborted();
      const people = [...near.filter((person) => matches(query.trim(), person)), ...found];
      return [...new Map(people.map((person) => [person.id, person])).values()].flatMap(({ id, name, detail }) =>
        id === null ? [] : [{ id, name, email: detail }],
      );
    },
    async findPages(query, signal) {
      if (query.trim() === "") return [];
      const { results } = await call<SearchAnswer>("GET", path`/api/search?q=${query}&limit=${OFFERED}`);
      signal.throwIfAborted();
      return results.map(({ pageId: id, title, type, path: where }) => ({
        id,
        title,
        type: KINDS[type].label,
        drive: driveOf(where),
      }));
    },
    async describePage(id, signal) {
      const page = await call<Page>("GET", path`/api/pages/${id}`).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === "not_found") return null;
        throw error;
      });
      signal.throwIfAborted();
      return page && { title: page.title, excerpt: firstWords(page.content, EXCERPT) };
    },
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

/** A path begins with the drive. */
const driveOf = (where: string): string => where.split("/")[1] ?? "";

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
