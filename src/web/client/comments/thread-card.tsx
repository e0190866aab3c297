/** A thread as a card: in the margin beside its words, or in the list of all. */
import { useEffect, useRef } from "preact/hooks";
import type { Comment, Thread } from "../../../features/comments/contract.ts";
import { lettersOf } from "../../../formats/sheet/references.ts";
import { words } from "../../../words/comments.ts";
import { plural } from "../../../words/plural.ts";
import { Icon, IconButton } from "../../shared/icons.tsx";
import { relativeTime } from "../../shared/relative-time.ts";
import { openMenu, type MenuItem } from "../ui/menu.tsx";
import { attempt } from "../ui/notice.ts";
import { authorOf } from "./author.ts";
import { CommentRow } from "./comment-row.tsx";
import { SuggestedChange, SuggestionButtons } from "./suggestion.tsx";
import { ThreadComposer } from "./thread-composer.tsx";
import { activate, type CommentsUi } from "./ui.ts";

type CardProps = {
  readonly thread: Thread;
  readonly ui: CommentsUi;
  /** In a list, the card repeats the words that it is about. */
  readonly isInList?: boolean;
  /** Many cards are beside few words: only one line each. */
  readonly isCompact?: boolean;
};

export function labelOf(thread: Thread, number?: number): string {
  const name = authorOf(thread);
  const label = thread.kind === "suggestion" ? words.suggestionBy(name) : words.commentBy(name);
  const about = aboutOf(thread, number);
  return [label, about, thread.isUnread ? words.unread : ""].filter((part) => part !== "").join(", ");
}

const cell = (row: number, column: number): string => `${lettersOf(column)}${row + 1}`;

const shortened = (quote: string): string => (quote.length > 80 ? `${quote.slice(0, 80)}…` : quote);

/** `number`: that of an open thread on an area of a picture. */
export function aboutOf({ target, quote }: Pick<Thread, "target" | "quote">, number?: number): string {
  if (target.kind === "page") return words.onWholePage;
  if (target.kind === "picture") return number === undefined ? words.onArea : words.area(String(number));
  if (target.kind === "pdf") return words.onPage(String(target.page), shortened(quote));
  if (target.kind !== "cells") return quote === "" ? "" : words.onQuote(shortened(quote));
  const [from, to] = [cell(target.row, target.column), cell(target.endRow, target.endColumn)];
  return words.onCells(from === to ? from : `${from}:${to}`);
}

export function ThreadCard({ thread, ui, isInList = false, isCompact = false }: CardProps) {
  const card = useRef<HTMLElement>(null);
  const isActive = ui.active.value === thread.id;
  const isLit = ui.hovered.value === thread.id;
  useEffect(() => {
    const element = card.current;
    if (!element || !thread.isUnread) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && ui.list.seen(thread.id), {
      threshold: 0.6,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [thread.isUnread, thread.id]);
  const open = (): void => {
    if (isActive) return;
    activate(ui, thread.id);
    if (!isInList) return;
    ui.reveal(thread);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the
    // card opens when it has the focus
    <article
      ref={card}
      class={`thread${isActive ? " is-active" : ""}${isLit ? " is-lit" : ""}${isCompact && !isActive ? " is-compact" : ""}`}
      data-thread={thread.id}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is an entry of a list with roving focus
      tabIndex={isActive ? 0 : -1}
      aria-label={labelOf(thread, ui.numbers.value.get(thread.id))}
      aria-current={isActive ? "true" : undefined}
      onClick={open}
      onFocus={({ target, currentTarget }) => target === currentTarget && open()}
      onPointerEnter={() => (ui.hovered.value = thread.id)}
      onPointerLeave={() => (ui.hovered.value = null)}
    >
      {isCompact && !isActive ? <Summary thread={thread} /> : <Whole {...{ thread, ui, isInList, isActive }} />}
    </article>
  );
}

const textOf = ({ comments, replacement, quote }: Thread): string =>
  comments[0]?.content ?? (replacement === "" ? quote : (replacement ?? ""));

const Summary = ({ thread }: { readonly thread: Thread }) => (
  <p class="row">
    {thread.isUnread && <span class="thread-unread" title={words.unread} />}
    <b>{authorOf(thread)}</b>
    <span class="truncate">{textOf(thread)}</span>
  </p>
);

type WholeProps = Required<Omit<CardProps, "isCompact">> & { readonly isActive: boolean };

const Whole = ({ thread, ui, isInList, isActive }: WholeProps) => (
  <>
    {thread.isUnread && <span class="thread-unread" title={words.unread} />}
    <Place thread={thread} ui={ui} isInList={isInList} />
    {thread.kind === "suggestion" && <SuggestedChange thread={thread} />}
    {thread.comments.length === 0 && (
      <p class="row muted small">
        <b>{authorOf(thread)}</b> {relativeTime(thread.createdAt, Date.now())}
      </p>
    )}
    <Comments thread={thread} ui={ui} isActive={isActive} />
    {thread.closed && <Closed thread={thread} />}
    {thread.task !== null && thread.closed === null && <p class="muted small">{words.resolvesWithTask}</p>}
    {thread.kind === "suggestion" && thread.closed === null && (isActive || isInList) && (
      <SuggestionButtons thread={thread} ui={ui} />
    )}
    {isActive && <Foot thread={thread} ui={ui} />}
    {(isActive || isInList) && <Tools thread={thread} ui={ui} />}
  </>
);

/** What the thread is about, where that is not beside it. */
const Place = ({ thread, ui, isInList }: Omit<WholeProps, "isActive">) => {
  const { target, state, quote, now } = thread;
  if (state === "detached")
    return (
      <div class="thread-place">
        <p class="thread-note">{words.detached}</p>
        <blockquote dir="auto">{quote}</blockquote>
        {target.kind === "text" && <p class="muted small">{words.lastLine(String(target.startLine))}</p>}
        {ui.rights.value.canComment && thread.closed === null && (
          <p class="actions">
            <button
              type="button"
              class="quiet outlined"
              data-place-again
              // Keeps the selection in the text.
              onMouseDown={(event) => event.preventDefault()}
              onClick={({ currentTarget }) => attempt(currentTarget, () => ui.placeAgain(thread))}
            >
              {words.placeAgain}
            </button>
          </p>
        )}
      </div>
    );
  if (state === "changed" && now !== null && thread.kind === "comment")
    return (
      <div class="thread-place">
        <p dir="auto">
          <span class="muted small">{words.wasHere}</span> <del>{quote}</del>
        </p>
        <p dir="auto">
          <span class="muted small">{words.readsNow}</span> {now}
        </p>
      </div>
    );
  if (["page", "cells", "picture"].includes(target.kind) || (isInList && thread.kind === "comment"))
    return (
      <p class="thread-place muted small truncate" dir="auto">
        {aboutOf(thread, ui.numbers.value.get(thread.id))}
      </p>
    );
  return null;
};

const Comments = ({ thread, ui, isActive }: Omit<WholeProps, "isInList">) => {
  const [first, ...rest] = thread.comments;
  const hidden = thread.commentCount - thread.comments.length;
  const row = (comment: Comment) => (
    <li key={comment.id}>
      <CommentRow thread={thread} comment={comment} ui={ui} isActive={isActive} />
    </li>
  );
  if (!first) return null;
  if (!isActive)
    return (
      <div class="thread-first">
        <CommentRow thread={thread} comment={first} ui={ui} isActive={false} />
        {thread.commentCount > 1 && (
          <p class="muted small thread-replies">{plural(thread.commentCount - 1, words.replies)}</p>
        )}
      </div>
    );
  return (
    <ol class="thread-comments">
      {row(first)}
      {hidden > 0 && (
        <li>
          <button
            type="button"
            class="quiet"
            onClick={({ currentTarget }) => attempt(currentTarget, async () => void (await ui.list.read(thread.id)))}
          >
            {plural(hidden, words.earlier)}
          </button>
        </li>
      )}
      {rest.map(row)}
    </ol>
  );
};

const Closed = ({ thread: { closed } }: { readonly thread: Thread }) =>
  closed && (
    <p class="muted small">
      <Icon name="check" />{" "}
      {closed.as === "resolved" && closed.by ? words.resolvedBy(closed.by.name) : words.closings[closed.as]},{" "}
      {relativeTime(closed.at, Date.now())}
    </p>
  );

type Props = { readonly thread: Thread; readonly ui: CommentsUi };

/** The reply, which is a button until it is needed: an editor for each card would be too many. */
const Foot = ({ thread, ui }: Props) => {
  if (!ui.rights.value.canComment) return null;
  const stop = (): void => {
    ui.replying.value = null;
    document.querySelector<HTMLElement>(`[data-thread="${thread.id}"]`)?.focus();
  };
  return ui.replying.value === thread.id ? (
    <ThreadComposer
      ui={ui}
      id={thread.id}
      label={words.reply}
      sendLabel={words.reply}
      send={async (content) => {
        await ui.act.reply(thread, content);
        stop();
      }}
      cancel={stop}
    />
  ) : (
    <button type="button" class="thread-reply" data-reply onClick={() => (ui.replying.value = thread.id)}>
      {ui.kept.get(thread.id) || words.reply}
    </button>
  );
};

const Tools = ({ thread, ui }: Props) => {
  const { canComment } = ui.rights.value;
  const isOpen = thread.closed === null;
  const mayClose = canComment && (isOpen ? thread.kind === "comment" : true);
  return (
    <p class="thread-tools">
      {mayClose && (
        <IconButton
          icon={isOpen ? "check" : "rotate-ccw"}
          label={isOpen ? words.resolve : words.reopen}
          data-resolve
          onClick={({ currentTarget }) => attempt(currentTarget, () => ui.act.resolve(thread, isOpen))}
        />
      )}
      <IconButton
        icon="ellipsis"
        label={words.more}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => {
          const button = currentTarget;
          openMenu(words.more, button, itemsFor(thread, ui, button), () => button.focus());
        }}
      />
    </p>
  );
};

function itemsFor(thread: Thread, ui: CommentsUi, anchor: HTMLElement): MenuItem[] {
  const { act } = ui;
  const { canComment, canDelete } = ui.rights.value;
  const run = (title: string, icon: MenuItem["icon"], what: () => Promise<void>): MenuItem => ({
    title,
    ...(icon !== undefined && { icon }),
    run: () => attempt(anchor, what),
  });
  const isAlone = thread.user?.id === ui.userId && thread.comments.every(({ user }) => user?.id === ui.userId);
  return [
    run(words.copyLink, "link", () => act.copyLink(thread)),
    run(thread.follows ? words.unfollow : words.follow, thread.follows ? "bell-off" : "inbox", () =>
      act.patch(thread, { follows: !thread.follows }),
    ),
    ...(!canComment || thread.closed !== null || thread.kind === "suggestion"
      ? []
      : thread.task === null
        ? [run(words.linkTask, "list-checks", () => ui.linkTask(thread, anchor))]
        : [run(words.unlinkTask, "x", () => act.patch(thread, { task: null }))]),
    ...(canDelete || isAlone ? [run(words.remove, "trash", () => act.remove(thread))] : []),
  ];
}
