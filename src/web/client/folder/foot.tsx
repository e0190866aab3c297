/** Below the rows of a view: how many there are, and a new page. */
import { words } from "../../../words/views.ts";
import { Icon } from "../../shared/icons.tsx";
import type { ViewActions } from "./view-props.ts";

type FootProps = {
  readonly count: number;
  readonly hasMore: boolean;
  readonly more: () => void;
  readonly make: ViewActions["make"];
};

export const Foot = ({ count, hasMore, more, make }: FootProps) => (
  <div class="row view-foot">
    {make !== null && (
      <button type="button" class="quiet" onClick={() => make(new Map())}>
        <Icon name="plus" />
        {words.newPage}
      </button>
    )}
    <span class="muted small">{words.count(count, hasMore)}</span>
    {hasMore && (
      <button type="button" class="quiet" onClick={more}>
        {words.more}
      </button>
    )}
  </div>
);
