/** The actions on a message in a sheet, which opens on a long press on phones. */
import { render } from "preact";
import { words } from "../../../words/conversation.ts";
import { openDialog } from "../ui/dialog.ts";
import { element } from "../ui/dom.ts";
import type { MessageActions } from "./message-tools.tsx";
import { announce, attempt } from "../ui/notice.ts";
import { ReactionPicker } from "./reaction-picker.tsx";

/** `text` is the element with the message's text. */
export function openMessageSheet(text: HTMLElement | null, { choose, reply, edit, remove }: MessageActions): void {
  const content = element("div", { class: "message-sheet" });
  const dialog = openDialog(words.actions, content);
  dialog.classList.add("sheet-dialog");
  dialog.addEventListener("close", () => render(null, content));
  const after = (act: () => void) => (): void => {
    dialog.close();
    act();
  };
  const copy = (): void =>
    attempt(null, async () => {
      await navigator.clipboard.writeText(text?.innerText ?? "");
      announce(words.textCopied);
    });
  const item = (label: string, act: () => void) => (
    <button type="button" class="quiet" onClick={after(act)}>
      {label}
    </button>
  );
  render(
    <>
      {choose && <ReactionPicker choose={(emoji) => after(() => choose(emoji))()} close={() => dialog.close()} />}
      {reply && item(words.reply, reply)}
      {text && item(words.copyText, copy)}
      {text && item(words.selectText, () => selectAll(text))}
      {edit && item(words.edit, edit)}
      {remove && (
        <button type="button" class="quiet danger" onClick={after(() => remove(null))}>
          {words.remove}
        </button>
      )}
    </>,
    content,
  );
}

/** Until the selection is cleared, long presses work on the text as usual. */
function selectAll(text: HTMLElement): void {
  text.dataset["selectable"] = "";
  getSelection()?.selectAllChildren(text);
  const onChange = (): void => {
    if (getSelection()?.isCollapsed === false) return;
    delete text.dataset["selectable"];
    document.removeEventListener("selectionchange", onChange);
  };
  document.addEventListener("selectionchange", onChange);
}
