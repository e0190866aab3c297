/** Changes the icon or the cover of the open page. */
import { words as covers } from "../../../words/page-cover.ts";
import { words as icons } from "../../../words/emoji-picker.ts";
import type { Appearance } from "../../shared/page-header.tsx";
import { call, path } from "../api/api.ts";
import { changeInTree } from "../shell/side.tsx";
import { shownIcon } from "../shell/tab-title.ts";
import { announce, attempt } from "../ui/notice.ts";
import { openPage, showAppearance, shownCover } from "./page-header.tsx";

export async function chooseIcon(id: string): Promise<void> {
  const { openEmojiPicker } = await import("../emoji/emoji-picker.tsx");
  openEmojiPicker(shownIcon(), (icon) =>
    attempt(null, () => change(id, { icon }, icon === null ? icons.removed : icons.changed)),
  );
}

export async function chooseCover(root: HTMLElement, id: string): Promise<void> {
  const { openCoverDialog } = await import("./cover-dialog.tsx");
  const isFile = root.dataset["type"] === "FILE";
  const driveId = root.dataset["drive"] ?? "";
  openCoverDialog({ driveId, target: isFile ? { driveId } : { pageId: id }, current: shownCover() }, (cover) =>
    attempt(null, () => change(id, { cover }, cover === null ? covers.removed : covers.changed)),
  );
}

/** Shows the change immediately, and takes it back if the service refuses it. */
async function change(id: string, wanted: Partial<Appearance>, done: string): Promise<void> {
  const before = { icon: shownIcon(), cover: shownCover() };
  const show = (shown: Partial<Appearance>): void => {
    if (openPage()?.dataset["page"] === id) showAppearance(shown);
    if (shown.icon !== undefined) changeInTree(id, { icon: shown.icon });
  };
  show(wanted);
  try {
    await call("PATCH", path`/api/pages/${id}`, wanted);
  } catch (error) {
    show(before);
    throw error;
  }
  announce(done);
}
