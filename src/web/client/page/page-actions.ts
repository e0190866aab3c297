/** The actions of a page's buttons, loaded on the first press. */
import { call, path } from "../api/api.ts";
import type { WrittenDocument } from "../document/document-page.ts";
import { find } from "../ui/dom.ts";
import type { FileView } from "../files/file.ts";
import { attempt } from "../ui/notice.ts";
import { commentsSoon, openComments } from "../comments/comments-soon.ts";
import type { CommentsPage } from "../comments/open-comments.ts";
import { mayHaveDrafts } from "../suggesting/draft-database.ts";
import { duplicatePage } from "./duplicate-page.ts";
import { exportArchive, exportTable } from "../transfers/export-archive.ts";
import { isSource } from "../../shared/page-kinds.ts";
import { copyLink, startPageMenu, toggleFavourite } from "./page-menu.ts";
import { printPage } from "../document/printing.ts";

// Re-exported so that they load together, on first use.
export { duplicatePage } from "./duplicate-page.ts";
export { exportArchive } from "../transfers/export-archive.ts";

/** The content of the page: editable text or a file. */
export type PageBody = {
  readonly written: WrittenDocument | null;
  readonly file: FileView | null;
  /** Aborted when the view ends. */
  readonly signal: AbortSignal;
};

const suggesting = () => import("../suggesting/suggesting.ts");

/** Starts what needs no press. Call this when the page is idle. */
export async function startSoon(root: HTMLElement, body: PageBody): Promise<void> {
  const menu = find("#page-more", HTMLElement, root);
  if (menu) startPageMenu(menu, root);
  commentsSoon({ root, ...body });
  const { written, signal } = body;
  const maySuggest = find("[data-act=suggest]", HTMLElement, root) !== null;
  if (maySuggest && (await mayHaveDrafts())) await (await suggesting()).offerKeptDraft(root, written, signal);
}

/** `control` names the action. */
export function actOn(control: HTMLElement, root: HTMLElement, id: string, body: PageBody): void {
  const { written, file } = body;
  switch (control.dataset["act"] ?? "") {
    case "share":
    case "access":
      return attempt(control, async () => {
        const { openSharing } = await import("../sharing/share.tsx");
        await openSharing({
          pageId: id,
          title: titleOf(root),
          membersOf: root.dataset["members"] ?? "",
          canShare: root.hasAttribute("data-can-share"),
        });
      });
    case "comment":
    case "comments":
      return attempt(control, () => actOnComments(control, { root, ...body }));
    case "mute":
      return attempt(control, async () =>
        (await import("../inbox/mute.ts")).pressMute("pages", id, control.dataset["muted"]),
      );
    case "history":
      return attempt(control, async () => {
        const { openHistory } = await import("../history/history.tsx");
        await openHistory({
          pageId: id,
          isDocument: !isSource(root.dataset["type"] ?? ""),
          canEdit: root.hasAttribute("data-can-edit"),
          userId: root.dataset["user"] ?? "",
          save: async () => written?.save(),
        });
      });
    case "convert":
      return attempt(control, async () => file?.convert());
    case "reprocess":
      return attempt(control, async () => file?.reprocess());
    case "show-folder":
      return attempt(null, async () =>
        (await import("./view-choices.ts")).showFolderAs(root, control.dataset["show"] ?? ""),
      );
    case "wrap-code":
      return attempt(null, async () => (await import("./view-choices.ts")).wrapCode(root, control, written));
    case "remove-file":
      return attempt(control, async () => (await import("../files/remove-file.ts")).removeFile(control));
    case "trash":
      return attempt(control, async () => (await import("./trash-page.ts")).trashPage(id, titleOf(root)));
    case "restore":
      return attempt(control, async () => {
        await call("POST", path`/api/pages/${id}/restore`);
        location.reload();
      });
    default:
      return arrange(control, root, id, body);
  }
}

async function actOnComments(control: HTMLElement, page: CommentsPage): Promise<void> {
  const comments = await openComments(page);
  if (control.dataset["act"] === "comments") comments.showAll();
  else await comments.startNew();
}

/** Actions of the page menu that concern the whole page, such as rename, move and duplicate. */
function arrange(control: HTMLElement, root: HTMLElement, id: string, { written, signal }: PageBody): void {
  switch (control.dataset["act"] ?? "") {
    case "rename":
      return find("[data-title]", HTMLTextAreaElement, root)?.select();
    case "suggest":
      return attempt(control, async () => (await suggesting()).toggleSuggesting(root, written, signal));
    case "icon":
      return attempt(control, async () => (await import("./change-appearance.ts")).chooseIcon(id));
    case "cover":
      return attempt(control, async () => (await import("./change-appearance.ts")).chooseCover(root, id));
    case "add-property":
      return attempt(control, async () => {
        const [editing, view] = await Promise.all([import("../editor/properties/properties.ts"), written?.editor]);
        if (view) editing.addProperty(view, control);
      });
    case "move":
      return attempt(control, async () => (await import("../tree/move-dialog.tsx")).openMoveDialog([id]));
    case "duplicate":
      return attempt(control, async () => {
        // Includes the latest typing in the copy.
        await written?.save();
        await duplicatePage(id);
      });
    case "favourite":
      return attempt(control, async () => toggleFavourite(id, titleOf(root)));
    case "copy-link":
      return attempt(control, async () => copyLink(id));
    case "print":
      return attempt(control, printPage);
    case "export-below":
      return attempt(control, () => exportArchive({ driveId: root.dataset["drive"] ?? "", pageId: id }));
    case "export-table":
      return attempt(control, () => exportTable(id));
  }
}

const titleOf = (root: HTMLElement): string =>
  find("[data-title]", HTMLTextAreaElement, root)?.value ??
  find("[data-shown-title]", HTMLElement, root)?.textContent ??
  "";
