/** Changes the icon of the open page. */
import { words } from "../../../words/emoji-picker.ts";
import { call, path } from "../api/api.ts";
import { openEmojiPicker } from "../emoji/emoji-picker.tsx";
import { changeInTree } from "../shell/side.tsx";
import { shownIcon } from "../shell/tab-title.ts";
import { announce, attempt } from "../ui/notice.ts";
import { openPage, showIcon } from "./page-header.tsx";

export const chooseIcon = (id: string): void =>
  openEmojiPicker(shownIcon(), (icon) => attempt(null, () => changeIcon(id, icon)));

/** Shows the icon immediately, and the previous one again if the service refuses it. */
async function changeIcon(id: string, icon: string | null): Promise<void> {
  const before = shownIcon();
  const show = (shown: string | null): void => {
    if (openPage()?.dataset["page"] === id) showIcon(shown);
    changeInTree(id, { icon: shown });
  };
  show(icon);
  try {
    await call("PATCH", path`/api/pages/${id}`, { icon });
  } catch (error) {
    show(before);
    throw error;
  }
  announce(icon === null ? words.removed : words.changed);
}
