/** The messages of a page, printed by the Worker and continued in the browser. */
import type { ComponentChildren, VNode } from "preact";
import type { Message } from "../../../features/messages/contract.ts";
import { Avatar } from "../avatar.tsx";
import { relativeTime } from "../relative-time.ts";
import { DocumentPrint } from "../document/print.tsx";
import { words } from "../../../words/conversation.ts";
import { words as frame } from "../../../words/frame.ts";
import { ANSWER_PRINT } from "./answer-print.tsx";
import { Reactions } from "./reactions.tsx";
import { type LinksTo, Steps } from "./run-steps.tsx";
import { goesOn, type Thread } from "./threads.ts";

type ConversationProps = {
  readonly threads: readonly Thread[];
  /** In ms since 1970. */
  readonly now: number;
  readonly hasOlder: boolean;
  /** Whether the user may write, before message actions are available. */
  readonly writes?: boolean;
  /** Newer messages exist that are not drawn. */
  readonly hasNewer?: boolean;
  /** Id of the first unread message, which is marked by a line above it. */
  readonly firstUnread?: string | null;
  /** The viewer's user id. */
  readonly userId?: string;
  /** Adds or removes a reaction. */
  readonly react?: (message: Message, emoji: string, isOn: boolean) => void;
  /** Actions for a message, and what replaces it while it is edited. */
  readonly tools?: (message: Message) => ComponentChildren;
  readonly inPlaceOf?: (message: Message) => ComponentChildren | null;
  /** The form for writing a reply. */
  readonly below?: (message: Message) => ComponentChildren;
  /** What is shown under a message's text, and the pages that an agent's answer involved. */
  readonly note?: (message: Message) => ComponentChildren;
  readonly links?: LinksTo;
};

export const ConversationView = (props: ConversationProps) => {
  const { threads } = props;
  return (
    <>
      {props.hasOlder && (
        <button type="button" class="quiet conversation-older" data-older>
          {words.earlier}
        </button>
      )}
      {threads.length === 0 && (
        <p class="muted">{props.writes === true || props.react ? words.noneToBegin : words.none}</p>
      )}
      <ol class="messages" aria-label={words.messages}>
        {threads.map((thread, at) => (
          <ThreadRow key={thread.first.id} {...props} thread={thread} before={threads[at - 1]} />
        ))}
      </ol>
      {props.hasNewer === true && (
        <button type="button" class="conversation-newest" data-newest>
          {words.newest}
        </button>
      )}
    </>
  );
};

type RowProps = ConversationProps & { readonly thread: Thread; readonly before: Thread | undefined };

const ThreadRow = ({ thread, before, ...props }: RowProps) => {
  const isNew = props.firstUnread === thread.first.id;
  return (
    <li class={goesOn(before, thread) && !isNew ? "goes-on" : undefined}>
      {isNew && <p class="row messages-new">{words.unread}</p>}
      <MessageRow {...props} message={thread.first} />
      {thread.replies.length > 0 && (
        <ol class="replies" aria-label={words.replies}>
          {thread.replies.map((reply) => (
            <li key={reply.id}>
              {props.firstUnread === reply.id && <p class="row messages-new">{words.unread}</p>}
              <MessageRow {...props} message={reply} />
            </li>
          ))}
        </ol>
      )}
      {props.below?.(thread.first)}
    </li>
  );
};

const nameOf = ({ role, user, agent }: Message): string =>
  (agent !== null && user !== null ? frame.onBehalf(agent, user.name) : user?.name) ??
  (role === "user" ? words.left : role === "assistant" ? words.assistant : "Octavo");

const prints = new WeakMap<Message, VNode>();

/** Cached per message object, so that redrawing does not compare the text of thousands of messages. */
function printOf(message: Message): VNode {
  // Keyed by edit, since formulas and diagrams were drawn into the previous print.
  const print = prints.get(message) ?? (
    <DocumentPrint
      key={message.editedAt}
      text={message.content}
      {...(message.role === "assistant" && { variant: ANSWER_PRINT })}
    />
  );
  prints.set(message, print);
  return print;
}

const MessageRow = ({
  message,
  now,
  userId,
  react,
  tools,
  inPlaceOf,
  note,
  links,
}: ConversationProps & { readonly message: Message }) => {
  const name = nameOf(message);
  return (
    <article class="message" data-message={message.id} aria-label={words.messageOf(name)}>
      <p class="row message-by">
        <Avatar
          class="message-face"
          of={message.user ?? { id: "", name, image: null }}
          isAgent={message.agent !== null || message.role !== "user"}
        />
        <b>{name}</b>{" "}
        <time class="muted" datetime={message.createdAt}>
          {relativeTime(message.createdAt, now)}
        </time>
        {message.editedAt !== null && <span class="muted">{words.edited}</span>}
      </p>
      {message.deletedAt !== null ? (
        <p class="muted">{words.deleted}</p>
      ) : (
        (inPlaceOf?.(message) ?? (
          <>
            {message.run && <Steps calls={message.run.calls} links={links} />}
            {message.content !== "" && <div class="doc message-text">{printOf(message)}</div>}
            {note?.(message)}
          </>
        ))
      )}
      <Reactions
        message={message}
        userId={userId ?? null}
        react={react && ((emoji, isOn) => react(message, emoji, isOn))}
      />
      {message.deletedAt === null && tools?.(message)}
    </article>
  );
};
