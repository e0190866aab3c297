/** The list of all comments of a page, with filters: beside the page on large screens, a sheet on phones. */
import type { Signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { words } from "../../../words/comments.ts";
import { Icon } from "../../shared/icons.tsx";
import { attempt, showError } from "../ui/notice.ts";
import { DraftCard } from "./draft-card.tsx";
import { ThreadCard } from "./thread-card.tsx";
import type { Filter } from "./thread-list.ts";
import { activate, type CommentsUi } from "./ui.ts";

const FILTERS: readonly Filter[] = ["open", "resolved", "mine", "detached"];

type PanelProps = { readonly ui: CommentsUi; readonly filter: Signal<Filter> };

export const PanelContent = ({ ui, filter }: PanelProps) => {
  const { list } = ui;
  const chosen = filter.value;
  const rest = list.rest.value[chosen];
  const threads = threadsOf(ui, chosen);
  const list_ = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (list.rest.peek()[chosen] === undefined) list.more(chosen).catch(showError);
  }, [chosen]);
  const active = ui.active.value;
  useEffect(() => {
    if (active !== null)
      list_.current?.querySelector(`[data-thread="${active}"]`)?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <>
      <Filters ui={ui} filter={filter} />
      {ui.rights.value.canComment && !ui.draft.value && (
        <p class="actions">
          <button type="button" class="quiet outlined" data-new-comment onClick={() => (ui.draft.value = { on: null })}>
            <Icon name="plus" />
            {words.newComment}
          </button>
        </p>
      )}
      {ui.draft.value && <DraftCard ui={ui} />}
      {threads.length === 0 && rest !== undefined && (
        <p class="muted threads-none">
          {chosen === "open" && !ui.rights.value.canComment ? words.noneToRead : words.none[chosen]}
        </p>
      )}
      <ol
        class="threads-list"
        ref={list_}
        aria-label={words.filters[chosen]}
        onKeyDown={(event) => moveByKey(event, ui, threads)}
      >
        {threads.map((thread) => (
          <li key={thread.id}>
            <ThreadCard thread={thread} ui={ui} isInList />
          </li>
        ))}
      </ol>
      {typeof rest === "string" && (
        <button
          type="button"
          class="quiet outlined"
          onClick={({ currentTarget }) => attempt(currentTarget, () => list.more(chosen))}
        >
          {words.loadMore}
        </button>
      )}
    </>
  );
};

function threadsOf({ list, userId }: CommentsUi, filter: Filter) {
  const threads = list.threads.value;
  switch (filter) {
    case "open":
      return threads.filter(({ closed }) => closed === null);
    case "resolved":
      return threads
        .filter(({ closed }) => closed !== null)
        .toSorted((a, b) => (b.closed?.at ?? "").localeCompare(a.closed?.at ?? ""));
    case "mine":
      return threads.filter(
        ({ user, comments }) => user?.id === userId || comments.some((comment) => comment.user?.id === userId),
      );
    case "detached":
      return threads.filter(({ closed, state }) => closed === null && state === "detached");
  }
}

const Filters = ({ ui, filter }: PanelProps) => {
  const { open, resolved, detached } = ui.list.counts.value;
  const counts: Readonly<Partial<Record<Filter, number>>> = { open, resolved, detached };
  return (
    <p class="threads-filters" role="group" aria-label={words.filter}>
      {FILTERS.map((each) => {
        const count = counts[each];
        return (
          <button
            key={each}
            type="button"
            class="quiet pill"
            aria-pressed={filter.value === each}
            onClick={() => (filter.value = each)}
          >
            {count === undefined ? words.filters[each] : words.counted(words.filters[each], String(count))}
          </button>
        );
      })}
    </p>
  );
};

/** The arrow keys move between cards, while the focus is on a card itself. */
export function moveByKey(
  event: Pick<KeyboardEvent, "key" | "target" | "preventDefault">,
  ui: CommentsUi,
  threads: readonly { readonly id: string }[],
): void {
  const { target, key } = event;
  if (!(target instanceof HTMLElement) || target.dataset["thread"] === undefined) return;
  const at = threads.findIndex(({ id }) => id === target.dataset["thread"]);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: threads.length - 1 }[key];
  if (key === "Enter" && ui.rights.peek().canComment) {
    event.preventDefault();
    ui.replying.value = target.dataset["thread"];
  }
  const next = to === undefined ? undefined : threads[to];
  if (!next) return;
  event.preventDefault();
  activate(ui, next.id);
  target.closest("ol")?.querySelector<HTMLElement>(`[data-thread="${next.id}"]`)?.focus();
}
