/** The bar of suggestion mode: what the draft contains, and how to send or discard it. */
import { MAX_COMMENT } from "../../../kernel/comment.ts";
import { plural } from "../../../words/plural.ts";
import { words } from "../../../words/suggesting.ts";
import { Icon } from "../../shared/icons.tsx";
import { keyName } from "../ui/key-names.ts";

type BarProps = {
  /** Number of suggestions in the draft. */
  readonly count: number;
  readonly comment: string;
  readonly isSending: boolean;
  readonly setComment: (comment: string) => void;
  readonly send: () => void;
  readonly discard: () => void;
  readonly leave: () => void;
};

export const SuggestingBar = ({ count, comment, isSending, setComment, send, discard, leave }: BarProps) => (
  <form
    class="row wrap"
    onSubmit={(event) => {
      event.preventDefault();
      send();
    }}
  >
    <strong class="row">
      <Icon name="pencil" />
      {words.suggesting}
    </strong>
    <span class="muted">{count === 0 ? words.typeToSuggest : plural(count, words.counted)}</span>
    <input
      class="suggesting-comment"
      type="text"
      maxLength={MAX_COMMENT}
      aria-label={words.comment}
      placeholder={words.comment}
      value={comment}
      hidden={count === 0}
      onInput={({ currentTarget }) => setComment(currentTarget.value)}
    />
    <span class="row suggesting-actions">
      <button type="submit" class="primary" data-send disabled={count === 0 || isSending} title={keyName("Mod-Enter")}>
        {words.send}
      </button>
      <button type="button" class="quiet" disabled={count === 0 || isSending} onClick={discard}>
        {words.discard}
      </button>
      <button type="button" class="quiet" aria-label={words.leaveHint} title={words.leaveHint} onClick={leave}>
        {words.leave}
      </button>
    </span>
  </form>
);
