/** One comment of a thread. */
import { useState } from "preact/hooks";
import type { Comment, Thread } from "../../../features/comments/contract.ts";
import { words } from "../../../words/comments.ts";
import { words as messages } from "../../../words/conversation.ts";
import { Reactions } from "../../shared/conversation/reactions.tsx";
import { Avatar } from "../../shared/avatar.tsx";
import { DocumentPrint } from "../../shared/document/print.tsx";
import { relativeTime } from "../../shared/relative-time.ts";
import { MessageTools, type MessageActions } from "../conversation/message-tools.tsx";
import { find } from "../ui/dom.ts";
import { attempt } from "../ui/notice.ts";
import { authorOf } from "./author.ts";
import { ThreadComposer } from "./thread-composer.tsx";
import type { CommentsUi } from "./ui.ts";

type RowProps = {
  readonly thread: Thread;
  readonly comment: Comment;
  readonly ui: CommentsUi;
  readonly isActive: boolean;
};

export const CommentRow = ({ thread, comment, ui, isActive }: RowProps) => {
  const [isEditing, setIsEditing] = useState(false);
  const name = authorOf(comment);
  const { rights, act } = ui;
  const isOwn = comment.user?.id === ui.userId && comment.agent === null;
  const mayWrite = rights.value.canComment;
  const actions: MessageActions = {
    choose: mayWrite && ((emoji) => attempt(null, () => act.react(comment, emoji, true))),
    reply: false,
    edit: mayWrite && isOwn && (() => setIsEditing(true)),
    remove:
      (isOwn || rights.value.canDelete) && ((control) => attempt(control, () => act.removeComment(thread, comment))),
  };
  const openSheet = (): void => {
    const text = find(`[data-comment="${comment.id}"] .message-text`, HTMLElement);
    attempt(null, async () => (await import("../conversation/message-sheet.tsx")).openMessageSheet(text, actions));
  };
  return (
    <div class="message comment" data-comment={comment.id}>
      <p class="row message-by">
        <Avatar
          class="message-face"
          of={comment.user ?? { id: "", name, image: null }}
          isAgent={comment.agent !== null}
        />
        <b class="truncate">{name}</b>
        <time class="muted small" datetime={comment.createdAt}>
          {relativeTime(comment.createdAt, Date.now())}
        </time>
        {comment.editedAt !== null && <span class="muted small">{messages.edited}</span>}
      </p>
      {comment.deletedAt !== null ? (
        <p class="muted">{words.deletedComment}</p>
      ) : isEditing ? (
        <ThreadComposer
          ui={ui}
          id={`edit:${comment.id}`}
          label={words.write}
          text={comment.content}
          sendLabel={messages.save}
          send={async (content) => {
            await act.edit(comment, content);
            setIsEditing(false);
          }}
          cancel={() => setIsEditing(false)}
        />
      ) : (
        <div class="doc message-text">
          <DocumentPrint key={comment.editedAt} text={comment.content} />
        </div>
      )}
      <Reactions
        message={comment}
        userId={ui.userId}
        react={mayWrite ? (emoji, isOn) => attempt(null, () => act.react(comment, emoji, isOn)) : undefined}
      />
      {isActive && comment.deletedAt === null && !isEditing && <MessageTools {...actions} more={openSheet} />}
    </div>
  );
};
