/** What can be done with a message; what may not be done by whoever looks is not offered. */
import { words } from "../messages/conversation.ts";
import { ReactionPicker } from "./reaction-picker.tsx";

type ToolsProps = {
  /** While an emoji is being chosen. */
  readonly picking: false | { readonly choose: (emoji: string) => void; readonly close: () => void };
  readonly react: false | (() => void);
  readonly reply: false | (() => void);
  readonly edit: false | (() => void);
  readonly remove: false | ((control: HTMLElement) => void);
};

export const MessageTools = ({ picking, react, reply, edit, remove }: ToolsProps) => {
  if (!react && !remove) return null;
  if (picking)
    return (
      <p class="message-tools">
        <ReactionPicker {...picking} />
      </p>
    );
  return (
    <p class="message-tools">
      {react && (
        <button type="button" class="quiet" onClick={react}>
          {words.react}
        </button>
      )}
      {reply && (
        <button type="button" class="quiet" onClick={reply}>
          {words.reply}
        </button>
      )}
      {edit && (
        <button type="button" class="quiet" onClick={edit}>
          {words.edit}
        </button>
      )}
      {remove && (
        <button type="button" class="quiet" onClick={({ currentTarget }) => remove(currentTarget)}>
          {words.remove}
        </button>
      )}
    </p>
  );
};
