/** Choosing and dropping files, and the list of uploads. */
import type { FileRecord, FileTarget } from "../../../features/files/contract.ts";
import { words } from "../../../words/uploads.ts";
import { ask } from "../ui/dialog.ts";
import { listFile, listPage } from "../drive/listing.tsx";
import { find, need, onClick } from "../ui/dom.ts";
import { showError } from "../ui/notice.ts";
import { dropped, folderPages, type Located, located } from "./folders.ts";
import { openQueue } from "./queue.ts";
import { fileRow } from "./row.tsx";
import type { View } from "../view.ts";

/** `onVersion` is called when a file has replaced the page's previous one; a file that becomes a page is listed instead. */
export function startUploads(
  root: HTMLElement,
  signal: AbortSignal,
  onVersion: () => void = () => undefined,
): Required<Pick<View, "flush">> {
  const place = find("[data-uploads]", HTMLElement, root);
  if (!place) return { flush: () => Promise.resolve(true) };
  const input = need("input", HTMLInputElement, place);
  const list = need("ul", HTMLUListElement, place);
  const target = targetOf(place.dataset);
  const shown = target.parentId ?? null;
  const queue = openQueue();
  const placeOf = folderPages(target, (page) => listPage(root, page, shown));
  const add = (files: readonly Located[]): void => {
    for (const { file, folders } of files) {
      const findTarget = (): Promise<FileTarget> => placeOf(folders);
      const onDone = async (record: FileRecord): Promise<void> => {
        if (target.pageId !== undefined) return onVersion();
        listFile(root, record, (await findTarget()).parentId ?? null, shown);
      };
      list.append(fileRow([...folders, file.name].join("/"), file, findTarget, { queue, signal, onDone }));
    }
  };
  onClick(root, "[data-choose-files]", ({ dataset }) => {
    input.webkitdirectory = dataset["chooseFiles"] === "folder";
    input.click();
  });
  input.addEventListener("change", () => {
    add(located(input.files ?? []));
    // Lets the user choose the same file again.
    input.value = "";
  });
  if (place.dataset["where"] !== undefined) acceptDrops(place.dataset["where"], add);
  const isBusy = (): boolean => queue.isBusy() || list.querySelector("[data-paused]") !== null;
  const warn = (event: BeforeUnloadEvent): void => {
    if (isBusy()) event.preventDefault();
  };
  addEventListener("beforeunload", warn, { signal });
  return { flush: async () => !isBusy() || ask(words.leaveAsked, words.notUploaded, words.leave) };
}

function targetOf({ drive, parent, page }: DOMStringMap): FileTarget {
  if (page !== undefined) return { pageId: page };
  return { ...(drive !== undefined && { driveId: drive }), ...(parent !== undefined && { parentId: parent }) };
}

/** The whole view accepts dropped files; `where` names the place that they go to. */
function acceptDrops(where: string, add: (files: readonly Located[]) => void): void {
  const main = need("main", HTMLElement);
  const filesOf = (event: DragEvent): DataTransfer | null =>
    event.dataTransfer?.types.includes("Files") ? event.dataTransfer : null;
  const over = (event: DragEvent): void => {
    const dragged = filesOf(event);
    if (!dragged) return;
    event.preventDefault();
    dragged.dropEffect = "copy";
    main.dataset["drop"] = words.dropHere(where);
  };
  main.addEventListener("dragenter", over);
  main.addEventListener("dragover", over);
  main.addEventListener("dragleave", (event) => {
    if (!(event.relatedTarget instanceof Node && main.contains(event.relatedTarget))) delete main.dataset["drop"];
  });
  main.addEventListener("drop", (event) => {
    delete main.dataset["drop"];
    const dragged = filesOf(event);
    if (!dragged) return;
    event.preventDefault();
    dropped(dragged).then(add).catch(showError);
  });
}
