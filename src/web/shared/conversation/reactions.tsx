/** The emoji reactions on a message. */
import type { Message } from "../../../features/messages/contract.ts";
import { words } from "../../../words/conversation.ts";

type Props = {
  readonly message: Pick<Message, "reactions">;
  /** The viewer's user id. */
  readonly userId: string | null;
  /** Adds or removes a reaction; undefined if that is not allowed, or not yet. */
  readonly react: ((emoji: string, isOn: boolean) => void) | undefined;
};

export const Reactions = ({ message: { reactions }, userId, react }: Props) =>
  reactions.length > 0 && (
    <ul class="row wrap reactions" aria-label={words.reactions}>
      {reactions.map(({ emoji, users }) => {
        const isOwn = users.some(({ id }) => id === userId);
        const names = users.map(({ name }) => name).join(", ");
        const shown = `${emoji} ${users.length}`;
        return (
          <li key={emoji}>
            {react ? (
              <button
                type="button"
                class="pill reaction"
                title={names}
                aria-label={words.reactionOf(shown, names)}
                aria-pressed={isOwn}
                onClick={() => react(emoji, !isOwn)}
              >
                {shown}
              </button>
            ) : (
              <span class="pill reaction" title={names}>
                {shown}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
