/** The actions on a message, without those that the reader may not use. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { words } from "../../../words/conversation.ts";
import { ReactionPicker } from "./reaction-picker.tsx";

export type MessageActions = {
  /** Adds a reaction. */
  readonly choose: false | ((emoji: string) => void);
  readonly reply: false | (() => void);
  readonly edit: false | (() => void);
  /** The control is busy meanwhile. */
  readonly remove: false | ((control: HTMLElement | null) => void);
};

/** `more` opens the same actions in a sheet, for touch devices without hover. */
type ToolsProps = MessageActions & { readonly more: () => void };

export const MessageTools = ({ choose, reply, edit, remove, more }: ToolsProps) => {
  const [isPicking, setIsPicking] = useState(false);
  const whole = useRef<HTMLParagraphElement>(null);
  const hasPicked = useRef(false);
  useLayoutEffect(() => {
    // The focused element was removed; returns the focus to the button that opened the picker.
    if (!isPicking && hasPicked.current) whole.current?.querySelector<HTMLElement>("[data-react]")?.focus();
    hasPicked.current = isPicking;
  }, [isPicking]);
  if (choose && isPicking) {
    const close = (): void => setIsPicking(false);
    return (
      <p class="message-tools is-picking" ref={whole}>
        <ReactionPicker choose={(emoji) => (close(), choose(emoji))} close={close} />
      </p>
    );
  }
  return (
    <p class="message-tools" ref={whole}>
      <button type="button" class="quiet message-more" onClick={more}>
        {words.actions}
      </button>
      {choose && (
        <button type="button" class="quiet" data-react onClick={() => setIsPicking(true)}>
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
