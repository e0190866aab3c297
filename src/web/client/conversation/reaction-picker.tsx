/** Picks an emoji for a message: a common one, or any that the system's keyboard offers. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { words } from "../../../words/conversation.ts";

const USUAL = ["👍", "❤️", "🎉", "😂", "😮", "🙏", "👀", "✅"];

type Props = { readonly choose: (emoji: string) => void; readonly close: () => void };

export const ReactionPicker = ({ choose, close }: Props) => {
  const group = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => group.current?.querySelector("button")?.focus(), []);
  return (
    <span
      ref={group}
      class="reaction-picker"
      role="group"
      aria-label={words.react}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        close();
      }}
    >
      {USUAL.map((emoji) => (
        <button
          key={emoji}
          type="button"
          class="quiet"
          aria-label={words.reactWith(emoji)}
          onClick={() => choose(emoji)}
        >
          {emoji}
        </button>
      ))}
      <input
        aria-label={words.anotherEmoji}
        placeholder="…"
        autocomplete="off"
        onInput={({ currentTarget }) => {
          const emoji = currentTarget.value.trim();
          if (/^\p{RGI_Emoji}$/v.test(emoji)) choose(emoji);
        }}
      />
    </span>
  );
};
