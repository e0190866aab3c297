/** The margin beside the text: a card for each open thread, next to its words. */
import type { ReadonlySignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { words } from "../../../words/comments.ts";
import { DraftCard } from "./draft-card.tsx";
import { ThreadCard } from "./thread-card.tsx";
import type { CommentsUi, PlacedCard } from "./ui.ts";

type MarginProps = {
  readonly ui: CommentsUi;
  readonly cards: ReadonlySignal<readonly PlacedCard[]>;
  readonly isCompact: ReadonlySignal<boolean>;
  /** Reports the height of a card; returns a function that ends this. */
  readonly measure: (id: string | null, element: HTMLElement) => () => void;
};

export const Margin = ({ ui, cards, isCompact, measure }: MarginProps) => {
  const threads = new Map(ui.list.open.map((thread) => [thread.id, thread]));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the cards in it take the focus
    <ol class="threads" aria-label={words.comments} onKeyDown={(event) => moveByKey(event, ui)}>
      {cards.value.map(({ id, top }) => {
        const thread = id === null ? null : threads.get(id);
        if (thread === undefined) return null;
        return (
          <Placed key={id ?? "new"} id={id} top={top} measure={measure}>
            {thread === null ? (
              <DraftCard ui={ui} />
            ) : (
              <ThreadCard thread={thread} ui={ui} isCompact={isCompact.value} />
            )}
          </Placed>
        );
      })}
    </ol>
  );
};

/** The arrow keys move between cards, while the focus is on a card itself. */
function moveByKey(event: KeyboardEvent, ui: CommentsUi): void {
  const { target, key } = event;
  const id = target instanceof HTMLElement ? target.dataset["thread"] : undefined;
  if (id === undefined) return;
  if (key === "ArrowDown") ui.step(1);
  else if (key === "ArrowUp") ui.step(-1);
  else if (key === "Enter" && ui.rights.peek().canComment) ui.replying.value = id;
  else return;
  event.preventDefault();
}

type PlacedProps = PlacedCard & Pick<MarginProps, "measure"> & { readonly children: preact.ComponentChildren };

const Placed = ({ id, top, measure, children }: PlacedProps) => {
  const item = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => (item.current ? measure(id, item.current) : undefined), [id]);
  // A translation, unlike a position, shifts no layout.
  return (
    <li ref={item} style={{ translate: `0 ${Math.round(top)}px` }}>
      {children}
    </li>
  );
};
