/** The messages of an open page: shown as they come, written, answered, changed and taken back. */
import { render } from "preact";
import type { Message, MessageList } from "../../features/messages/contract.ts";
import { ConversationView } from "../conversation/conversation-view.tsx";
import { merge, othersIn, refresh } from "../conversation/threads.ts";
import { words } from "../messages/conversation.ts";
import { call, path } from "./api.ts";
import { Composer } from "./composer.tsx";
import { ask } from "./dialog.ts";
import { find, need, onClick } from "./dom.ts";
import { onHub } from "./hub-events.ts";
import { announce, attempt, showError } from "./notice.ts";
import { MessageTools } from "./message-tools.tsx";
import { openPicturesOnClick } from "./open-pictures.ts";
import { TypingIndicator } from "./typing-indicator.ts";

/** Read at a time. */
const BATCH = 50;
/** Pixels from the end of the page within which a new message brings it into sight. */
const NEAR = 160;

type Writing = { readonly messageId: string; readonly what: "reply" | "edit" };

/** Returns whether something was written and not sent. */
export function startConversation(root: HTMLElement, signal: AbortSignal): { readonly hasDraft: () => boolean } {
  const conversation = new Conversation(root, signal);
  conversation.start().catch(showError);
  return { hasDraft: () => conversation.hasDraft };
}

class Conversation {
  readonly #root: HTMLElement;
  readonly #list: HTMLElement;
  readonly #signal: AbortSignal;
  readonly #address: string;
  readonly #canWrite: boolean;
  readonly #typing: TypingIndicator;
  #messages: readonly Message[];
  #older: string | null;
  #firstUnread: string | null = null;
  #writing: Writing | null = null;
  /** The message that an emoji is being chosen for. */
  #picking: string | null = null;
  readonly #drafts = new Set<string>();
  #isReading = false;
  #isLoading = false;
  /** Of the messages that were not read when somebody came, those above the line that are not there yet count, too. */
  #unread = 0;
  /** Older messages come before whoever scrolls up is at the end of what is there. */
  readonly #nearing = new IntersectionObserver(
    ([entry]) => {
      if (entry?.isIntersecting === true) this.#loadOlder().catch(showError);
    },
    { rootMargin: "300px" },
  );
  /** How many messages were sent from here. */
  #sent = 0;

  constructor(root: HTMLElement, signal: AbortSignal) {
    this.#root = root;
    this.#signal = signal;
    this.#list = need("[data-messages]", HTMLElement, root);
    this.#address = path`/api/pages/${root.dataset["page"] ?? ""}/messages`;
    this.#canWrite = root.hasAttribute("data-can-edit");
    this.#typing = new TypingIndicator(need("[data-typing]", HTMLElement, root), root.dataset["page"] ?? "", signal);
    const printed = need("[data-messages-source]", HTMLTemplateElement, root).content.textContent ?? "";
    // Printed by the Worker.
    const { messages, older } = JSON.parse(printed) as { messages: Message[]; older: string | null };
    this.#messages = messages;
    this.#older = older;
  }

  get hasDraft(): boolean {
    return this.#drafts.size > 0;
  }

  async start(): Promise<void> {
    const pageId = this.#root.dataset["page"] ?? "";
    onClick(this.#list, "[data-older]", (button) => attempt(button, () => this.#loadOlder()));
    onClick(this.#root, "[data-agent]", (button) =>
      attempt(button, async () => {
        const { openAgentSettings } = await import("./agent-settings.tsx");
        await openAgentSettings(pageId, this.#canWrite);
      }),
    );
    openPicturesOnClick(this.#list);
    const readAgain = (): void => void this.#refresh().catch(showError);
    onHub(
      {
        pages: [pageId],
        event: (event) => {
          if (event.type === "message" && event.pageId === pageId) readAgain();
          if (event.type === "typing" && event.pageId === pageId) this.#typing.show(event.userId, event.name);
        },
        missed: readAgain,
      },
      this.#signal,
    );
    this.#signal.addEventListener("abort", () => this.#nearing.disconnect());
    document.addEventListener("visibilitychange", () => this.#noteRead(), { signal: this.#signal });
    if (this.#canWrite) {
      const slot = need("[data-composer]", HTMLElement, this.#root);
      render(
        <Composer
          root={this.#root}
          id="new"
          label={words.write}
          drafts={this.#drafts}
          typed={() => this.#typing.say()}
          send={async (content) => this.#post(content, null)}
        />,
        slot,
      );
    }
    this.#draw();
    if (location.hash === "" && scrollY === 0) scrollTo(0, document.body.scrollHeight);
    await this.#refresh();
  }

  async #refresh(): Promise<void> {
    const sent = this.#sent;
    const { messages, unreadCount, nextCursor } = await call<MessageList>("GET", `${this.#address}?limit=${BATCH}`);
    if (this.#signal.aborted) return;
    // It may have been read before one's own message was there.
    if (sent !== this.#sent) return this.#refresh();
    const wasAtEnd = innerHeight + scrollY > document.body.scrollHeight - NEAR;
    const isFirst = this.#firstUnread === null && !this.#isReading;
    this.#isReading = true;
    if (isFirst) this.#unread = unreadCount;
    const known = new Set(this.#messages.map(({ id }) => id));
    for (const { id, user } of messages) {
      if (known.has(id)) continue;
      if (user !== null) this.#typing.hide(user.id);
      // The line is counted from the end.
      if (!isFirst && this.#unread > 0 && user?.id !== this.#root.dataset["user"]) this.#unread += 1;
    }
    this.#messages = refresh(this.#messages, messages, nextCursor !== null);
    if (isFirst) this.#markUnread();
    this.#draw();
    if (wasAtEnd) scrollTo(0, document.body.scrollHeight);
    this.#noteRead();
  }

  /** The line stays where it was when somebody came, or goes up to there as older messages are read. */
  #markUnread(): void {
    if (this.#unread === 0) return;
    const others = othersIn(this.#messages, this.#root.dataset["user"]);
    this.#firstUnread = others.at(-Math.min(this.#unread, others.length))?.id ?? null;
    if (others.length >= this.#unread) this.#unread = 0;
  }

  #loadOlder(): Promise<void> {
    if (this.#older === null || this.#isLoading) return Promise.resolve();
    this.#isLoading = true;
    return this.#readOlder(this.#older).finally(() => (this.#isLoading = false));
  }

  async #readOlder(cursor: string): Promise<void> {
    const { messages, nextCursor } = await call<MessageList>(
      "GET",
      `${this.#address}?limit=${BATCH}&cursor=${encodeURIComponent(cursor)}`,
    );
    if (this.#signal.aborted) return;
    const rows = [...this.#list.querySelectorAll(".messages > li")];
    const kept = rows.find((row) => row.getBoundingClientRect().bottom > 0);
    // By its end: the first of them loses the name above it when the one before is of the same person.
    const end = kept?.getBoundingClientRect().bottom ?? 0;
    this.#older = nextCursor;
    this.#messages = merge(messages, this.#messages);
    this.#markUnread();
    this.#draw();
    // What is being read stays where it is: now, and once what came above it has the height that it was only taken to have.
    const keep = (): void => scrollBy(0, (kept?.getBoundingClientRect().bottom ?? end) - end);
    keep();
    requestAnimationFrame(keep);
  }

  #noteRead(): void {
    const last = this.#messages.at(-1);
    if (last === undefined || document.visibilityState !== "visible" || this.#signal.aborted) return;
    call("POST", `${this.#address}/read`, { messageId: last.id }).catch(() => undefined);
  }

  async #post(content: string, parentMessageId: string | null): Promise<void> {
    const message = await call<Message>("POST", this.#address, { content, parentMessageId });
    this.#sent += 1;
    this.#typing.sent();
    this.#messages = merge(this.#messages, [message]);
    this.#firstUnread = null;
    this.#unread = 0;
    this.#writing = null;
    this.#draw();
    if (parentMessageId === null) scrollTo(0, document.body.scrollHeight);
    announce(words.sent);
  }

  async #edit(id: string, content: string): Promise<void> {
    const message = await call<Message>("PATCH", `${this.#address}${path`/${id}`}`, { content });
    this.#messages = merge(this.#messages, [message]);
    this.#write(null);
  }

  async #react({ id }: Message, emoji: string, isOn: boolean): Promise<void> {
    const reaction = `${this.#address}${path`/${id}/reactions/${emoji}`}`;
    const message = await call<Message>(isOn ? "PUT" : "DELETE", reaction);
    this.#messages = merge(this.#messages, [message]);
    this.#draw();
  }

  #pick(id: string | null): void {
    this.#picking = id;
    this.#draw();
  }

  #endPick({ id }: Message): void {
    this.#pick(null);
    // What had the focus is gone; the button that opened it stands there again.
    find(`[data-message="${id}"] .message-tools button`, HTMLButtonElement, this.#list)?.focus();
  }

  async #remove(message: Message): Promise<void> {
    if (!(await ask(words.removeAsked, words.goneForAll, words.remove))) return;
    await call("DELETE", `${this.#address}${path`/${message.id}`}`);
    const deleted = { ...message, content: "", deletedAt: new Date().toISOString() };
    const isAnswered = this.#messages.some(({ parentMessageId }) => parentMessageId === message.id);
    const others = this.#messages.filter(({ id }) => id !== message.id);
    this.#messages = isAnswered ? merge(others, [deleted]) : others;
    this.#draw();
  }

  #write(writing: Writing | null): void {
    this.#writing = writing;
    this.#draw();
  }

  #draw(): void {
    if (this.#signal.aborted) return;
    render(
      <ConversationView
        messages={this.#messages}
        now={Date.now()}
        hasOlder={this.#older !== null}
        firstUnread={this.#firstUnread}
        userId={this.#root.dataset["user"] ?? ""}
        {...(this.#canWrite && {
          react: (message: Message, emoji: string, isOn: boolean) =>
            attempt(null, () => this.#react(message, emoji, isOn)),
        })}
        tools={(message) => this.#toolsOf(message)}
        inPlaceOf={(message) => this.#composerOf(message, "edit")}
        below={(message) => this.#composerOf(message, "reply")}
      />,
      this.#list,
    );
    const older = find("[data-older]", HTMLElement, this.#list);
    if (older) this.#nearing.observe(older);
  }

  #composerOf(message: Message, what: Writing["what"]) {
    if (this.#writing?.what !== what || this.#writing.messageId !== message.id) return null;
    const isEdit = what === "edit";
    return (
      <Composer
        root={this.#root}
        id={`${what} ${message.id}`}
        label={isEdit ? words.change : words.reply}
        {...(isEdit && { text: message.content })}
        drafts={this.#drafts}
        typed={() => this.#typing.say()}
        send={async (content) => (isEdit ? this.#edit(message.id, content) : this.#post(content, message.id))}
        cancel={() => this.#write(null)}
      />
    );
  }

  #toolsOf(message: Message) {
    const isOwn = message.role === "user" && message.user?.id === this.#root.dataset["user"];
    const write = (what: Writing["what"]) => () => this.#write({ messageId: message.id, what });
    return (
      <MessageTools
        picking={
          this.#picking === message.id && {
            choose: (emoji) => {
              this.#endPick(message);
              attempt(null, () => this.#react(message, emoji, true));
            },
            close: () => this.#endPick(message),
          }
        }
        react={this.#canWrite && (() => this.#pick(message.id))}
        reply={this.#canWrite && message.parentMessageId === null && write("reply")}
        edit={this.#canWrite && isOwn && write("edit")}
        remove={
          (isOwn || this.#root.hasAttribute("data-can-delete")) &&
          ((control) => attempt(control, () => this.#remove(message)))
        }
      />
    );
  }
}
