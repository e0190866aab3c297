/** The messages of an open page: live updates, writing, replies, edits and deletion. */
import { render } from "preact";
import type { Message, MessageList, PostedMessage } from "../../../features/messages/contract.ts";
import { ConversationView } from "../../shared/conversation/conversation-view.tsx";
import { ALL, drawNewer, drawNewest, drawnOf, drawOlder, MAX_DRAWN } from "../../shared/conversation/drawn-range.ts";
import { merge, refresh, type Thread, threadsOf, withdraw } from "../../shared/conversation/threads.ts";
import { finishPrint } from "../editor/finish-print.ts";
import { words } from "../../../words/conversation.ts";
import { call, path } from "../api/api.ts";
import { Answers } from "./answers.tsx";
import { Composer, drawComposer } from "./composer.tsx";
import { takeFilesFor } from "./dropped-files.ts";
import { ask } from "../ui/dialog.ts";
import { find, need, onClick } from "../ui/dom.ts";
import { keepInPlace } from "../ui/keep-in-place.ts";
import { onLongPress } from "../ui/long-press.ts";
import { announceForScreenReaders, attempt, showError } from "../ui/notice.ts";
import { Nearing } from "../ui/nearing.ts";
import { type MessageActions, MessageTools } from "./message-tools.tsx";
import { openPicturesOnClick } from "../ui/open-pictures.ts";
import { StayAtEnd } from "../ui/stay-at-end.ts";
import { TypingIndicator } from "./typing-indicator.ts";
import { UnreadLine } from "./unread-line.ts";

/** Messages per request. */
const BATCH = 50;

type Writing = { readonly messageId: string; readonly what: "reply" | "edit" };

export function startConversation(root: HTMLElement, signal: AbortSignal): OpenConversation {
  const conversation = new Conversation(root, signal);
  conversation.start().catch(showError);
  return { hasDraft: () => conversation.hasDraft, release: () => conversation.release() };
}

type OpenConversation = {
  readonly hasDraft: () => boolean;
  /** The reader returns to their earlier scroll position, so the list no longer sticks to its end. */
  readonly release: () => void;
};

class Conversation {
  readonly #root: HTMLElement;
  readonly #list: HTMLElement;
  readonly #signal: AbortSignal;
  readonly #address: string;
  readonly #canWrite: boolean;
  readonly #typing: TypingIndicator;
  #messages: readonly Message[];
  #older: string | null;
  #range = ALL;
  readonly #unread: UnreadLine;
  #writing: Writing | null = null;
  readonly #drafts = new Set<string>();
  #isLoading = false;
  readonly #nearing: Nearing;
  readonly #end: StayAtEnd;
  readonly #answers: Answers;
  /** Number of messages sent from this tab. */
  #sent = 0;

  constructor(root: HTMLElement, signal: AbortSignal) {
    this.#root = root;
    this.#signal = signal;
    this.#list = need("[data-messages]", HTMLElement, root);
    this.#address = path`/api/pages/${root.dataset["page"] ?? ""}/messages`;
    this.#canWrite = root.hasAttribute("data-can-edit");
    this.#unread = new UnreadLine(root.dataset["user"]);
    // Loads more messages before the reader scrolls to the end of those drawn.
    this.#nearing = new Nearing(signal, (end) => {
      if (end.matches("[data-older]")) this.#loadOlder().catch(showError);
      else this.#move(drawNewer);
    });
    this.#end = new StayAtEnd(root, signal, location.hash === "");
    this.#typing = new TypingIndicator(need("[data-typing]", HTMLElement, root), root.dataset["page"] ?? "", signal);
    const printed = need("[data-messages-source]", HTMLTemplateElement, root).content.textContent ?? "";
    // Printed by the Worker.
    const { messages, older } = JSON.parse(printed) as { messages: Message[]; older: string | null };
    this.#messages = messages;
    this.#older = older;
    this.#answers = new Answers({
      root,
      signal,
      messages: () => this.#messages,
      refresh: () => this.#readAgain(),
      draw: () => this.#draw(),
      stoppable: (stop) => this.#drawComposer(stop),
    });
  }

  get hasDraft(): boolean {
    return this.#drafts.size > 0;
  }

  release(): void {
    this.#end.release();
  }

  async start(): Promise<void> {
    onClick(this.#list, "[data-older]", (button) => attempt(button, () => this.#loadOlder()));
    onClick(this.#list, "[data-newest]", () => this.#showNewest());
    onClick(this.#root, "[data-agent]", (button) => attempt(button, () => this.#answers.openSettings(this.#canWrite)));
    openPicturesOnClick(this.#list);
    onLongPress(this.#list, ".message", ({ dataset }) => this.#openSheet(dataset["message"] ?? ""), this.#signal);
    if (this.#canWrite) takeFilesFor(this.#root, this.#signal);
    this.#typing.listen(() => this.#readAgain());
    document.addEventListener("visibilitychange", () => this.#noteRead(), { signal: this.#signal });
    this.#drawComposer(null);
    this.#draw();
    await this.#refresh();
  }

  #readAgain(): void {
    this.#refresh().catch(showError);
  }

  async #refresh(): Promise<void> {
    const sent = this.#sent;
    const open = this.#answers.ids;
    const { messages, unreadCount, nextCursor, runs } = await this.#read();
    if (this.#signal.aborted) return;
    // The list may have been read before the user's own message was stored.
    if (sent !== this.#sent) return this.#refresh();
    const wasAtEnd = this.#range.to === null && this.#end.isAtEnd;
    const known = new Set(this.#messages.map(({ id }) => id));
    for (const message of messages.filter(({ id }) => !known.has(id))) {
      if (message.user !== null) this.#typing.hide(message.user.id);
      this.#unread.come(message);
    }
    this.#messages = refresh(this.#messages, messages, nextCursor !== null);
    if (!this.#unread.isPlaced) this.#unread.place(unreadCount, this.#messages);
    if (wasAtEnd) this.#showNewest();
    else this.#draw();
    this.#answers.sync(runs, open);
    this.#noteRead();
  }

  get #threads(): readonly Thread[] {
    return threadsOf(this.#messages);
  }

  /** Keeps every drawn message while the user is writing or has focus in the list: removing one would lose both. */
  get #isHeld(): boolean {
    return this.#writing !== null || (document.activeElement?.closest(".messages") ?? null) !== null;
  }

  #showNewest(): void {
    this.#range = this.#isHeld ? { ...this.#range, to: null } : drawNewest(this.#threads);
    this.#draw();
    this.#end.show();
  }

  #move(how: typeof drawOlder): void {
    this.#range = how(this.#threads, this.#range, this.#isHeld ? Infinity : MAX_DRAWN);
    keepInPlace(this.#list.querySelectorAll(".messages > li"), () => this.#draw());
  }

  #read(after = ""): Promise<MessageList> {
    return call<MessageList>("GET", `${this.#address}?limit=${BATCH}${after}`);
  }

  async #loadOlder(): Promise<void> {
    if (this.#range.from !== null) return this.#move(drawOlder);
    if (this.#older === null || this.#isLoading) return;
    this.#isLoading = true;
    try {
      const { messages, nextCursor } = await this.#read(`&cursor=${encodeURIComponent(this.#older)}`);
      if (this.#signal.aborted) return;
      this.#older = nextCursor;
      this.#messages = merge(messages, this.#messages);
      this.#unread.find(this.#messages);
      this.#move(drawOlder);
    } finally {
      this.#isLoading = false;
    }
  }

  #noteRead(): void {
    const last = this.#messages.at(-1);
    if (last === undefined || document.visibilityState !== "visible" || this.#signal.aborted) return;
    call("POST", `${this.#address}/read`, { messageId: last.id }).catch(() => undefined);
  }

  async #post(content: string, parentMessageId: string | null): Promise<void> {
    const message = await call<PostedMessage>("POST", this.#address, { content, parentMessageId });
    this.#sent += 1;
    this.#typing.sent();
    this.#messages = merge(this.#messages, [message]);
    this.#unread.clear();
    this.#writing = null;
    this.#answers.posted(message);
    if (parentMessageId === null) this.#showNewest();
    else this.#draw();
    announceForScreenReaders(words.sent);
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

  async #remove(message: Message): Promise<void> {
    if (!(await ask(words.removeAsked, words.goneForAll, words.remove))) return;
    await call("DELETE", `${this.#address}${path`/${message.id}`}`);
    this.#messages = withdraw(this.#messages, message, new Date().toISOString());
    this.#draw();
  }

  #write(writing: Writing | null): void {
    this.#writing = writing;
    this.#draw();
  }

  #drawComposer(stop: (() => void) | null): void {
    if (!this.#canWrite || this.#signal.aborted) return;
    drawComposer({
      root: this.#root,
      id: "new",
      label: words.write,
      drafts: this.#drafts,
      typed: () => this.#typing.say(),
      send: (content) => this.#post(content, null),
      ...(stop && { stop }),
    });
  }

  #draw(): void {
    if (this.#signal.aborted) return;
    render(
      <ConversationView
        threads={drawnOf(this.#threads, this.#range)}
        now={Date.now()}
        hasOlder={this.#older !== null || this.#range.from !== null}
        hasNewer={this.#range.to !== null}
        firstUnread={this.#unread.above}
        userId={this.#root.dataset["user"] ?? ""}
        {...(this.#canWrite && {
          react: (message: Message, emoji: string, isOn: boolean) =>
            attempt(null, () => this.#react(message, emoji, isOn)),
        })}
        tools={(message) => <MessageTools {...this.#actionsOf(message)} more={() => this.#openSheet(message.id)} />}
        inPlaceOf={(message) => this.#composerOf(message, "edit")}
        below={(message) => this.#composerOf(message, "reply")}
        note={this.#answers.note}
        links={this.#answers.links}
      />,
      this.#list,
    );
    finishPrint(this.#list).catch(reportError);
    const ends = this.#range.to === null ? "[data-older]" : "[data-older], .messages > li:last-child";
    this.#nearing.watch(this.#list.querySelectorAll(ends));
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

  #actionsOf(message: Message): MessageActions {
    const isOwn = message.role === "user" && message.user?.id === this.#root.dataset["user"];
    const write = (what: Writing["what"]) => () => this.#write({ messageId: message.id, what });
    return {
      choose: this.#canWrite && ((emoji) => attempt(null, () => this.#react(message, emoji, true))),
      reply: this.#canWrite && message.parentMessageId === null && write("reply"),
      edit: this.#canWrite && isOwn && write("edit"),
      remove:
        (isOwn || this.#root.hasAttribute("data-can-delete")) &&
        ((control) => attempt(control, () => this.#remove(message))),
    };
  }

  #openSheet(id: string): void {
    const message = this.#messages.find((each) => each.id === id);
    if (!message || message.deletedAt !== null) return;
    const text = find(`[data-message="${id}"] .message-text`, HTMLElement, this.#list);
    const sheet = () => import("./message-sheet.tsx");
    attempt(null, async () => (await sheet()).openMessageSheet(text, this.#actionsOf(message)));
  }
}
