/** The actions on a message in a sheet, which opens on a long press on phones. */
import { words } from "../../../words/conversation.ts";
import type { MessageActions } from "./message-tools.tsx";
import { announce, attempt } from "../ui/notice.ts";
import { openRenderedDialog } from "../ui/rendered-dialog.ts";
import { ReactionPicker } from "./reaction-picker.tsx";

type SheetProps = MessageActions & {
  /** The element with the message's text. */
  readonly text: HTMLElement | null;
  readonly close: () => void;
};

export const openMessageSheet = (text: HTMLElement | null, actions: MessageActions): void =>
  void openRenderedDialog(
    words.actions,
    ({ close }) => <MessageSheet {...actions} text={text} close={close} />,
    "sheet-dialog",
  );

function MessageSheet({ text, close, choose, reply, edit, remove }: SheetProps) {
  const after = (act: () => void) => (): void => {
    close();
    act();
  };
  const copy = (): void =>
    attempt(null, async () => {
      await navigator.clipboard.writeText(text?.innerText ?? "");
      announce(words.textCopied);
    });
  const item = (label: string, act: () => void, look = "quiet") => (
    <button type="button" class={look} onClick={after(act)}>
      {label}
    </button>
  );
  return (
    <div class="message-sheet">
      {choose && <ReactionPicker choose={(emoji) => after(() => choose(emoji))()} close={close} />}
      {reply && item(words.reply, reply)}
      {text && item(words.copyText, copy)}
      {text && item(words.selectText, () => selectAll(text))}
      {edit && item(words.edit, edit)}
      {remove && item(words.remove, () => remove(null), "quiet danger")}
    </div>
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
