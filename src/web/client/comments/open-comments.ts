/** The comments of an open page: their list, their marks in the text, and the cards beside it. */
import "../../styles/comments.css";
import { computed, effect, signal } from "@preact/signals";
import { h, render } from "preact";
import type { EditorView } from "@codemirror/view";
import type { Thread } from "../../../features/comments/contract.ts";
import { MAX_QUOTE } from "../../../kernel/comment.ts";
import { words } from "../../../words/comments.ts";
import { onHub } from "../shell/hub-events.ts";
import { element } from "../ui/dom.ts";
import { announce, showError } from "../ui/notice.ts";
import type { WrittenDocument } from "../document/document-page.ts";
import { ThreadActions } from "./actions.ts";
import { KeptDrafts } from "./drafts.ts";
import { linkTask } from "./link-task.ts";
import { areaNumbers } from "./file-place.ts";
import type { LivePlace } from "./live-places.ts";
import { MarginLayout } from "./margin-layout.ts";
import { Margin } from "./margin.tsx";
import { Panel } from "./panel-host.ts";
import { DRAFT_MARK, ShownMarks } from "./shown-marks.ts";
import type { Mark, Selected, SurfaceEvents } from "./surface.ts";
import { Surfaces } from "./surfaces.ts";
import { type Filter, ThreadList } from "./thread-list.ts";
import { activate, type CommentsUi, type Draft, type Rights } from "./ui.ts";

export type CommentsPage = {
  readonly root: HTMLElement;
  readonly signal: AbortSignal;
  readonly written: WrittenDocument | null;
};

export class OpenComments implements CommentsUi {
  readonly root: HTMLElement;
  readonly userId: string;
  readonly list: ThreadList;
  readonly act: ThreadActions;
  readonly kept: KeptDrafts;
  readonly drafts = new Set<string>();
  readonly rights = signal<Rights>({ canComment: false, canEdit: false, canDelete: false });
  readonly active = signal<string | null>(null);
  readonly hovered = signal<string | null>(null);
  readonly draft = signal<Draft | null>(null);
  readonly replying = signal<string | null>(null);
  readonly numbers = computed(() => areaNumbers(this.list.open));
  readonly #page: CommentsPage;
  readonly #surfaces: Surfaces;
  readonly #layout: MarginLayout;
  readonly #panel: Panel;
  readonly #marks = new ShownMarks();
  readonly #filter = signal<Filter>("open");

  constructor(page: CommentsPage) {
    const { root, signal: ended, written } = (this.#page = page);
    this.root = root;
    this.userId = root.dataset["user"] ?? "";
    const pageId = root.dataset["page"] ?? "";
    this.list = new ThreadList(pageId, ended);
    this.act = new ThreadActions(pageId, this.list);
    this.kept = new KeptDrafts(this.userId, pageId);
    this.readRights();
    this.#surfaces = new Surfaces({ root, signal: ended, written }, this.#events(), () => this.#showMarks());
    const host = element("aside", { class: "threads-margin", "aria-label": words.comments });
    root.append(host);
    this.#layout = new MarginLayout(this, host, () => this.#surfaces.current, ended);
    this.#panel = new Panel(this, this.#filter, ended);
    const { cards, isCompact } = this.#layout;
    render(h(Margin, { ui: this, cards, isCompact, measure: (...of) => this.#layout.measure(...of) }), host);
    this.#follow();
    this.#followRoom().catch(reportError);
    onHub(
      {
        pages: [pageId],
        event: (event) => {
          if (event.type === "threads" && event.pageId === pageId) this.list.refresh(event.ids).catch(showError);
        },
        missed: () => void this.list.load().catch(reportError),
      },
      ended,
    );
    ended.addEventListener("abort", () => {
      render(null, host);
      host.remove();
      this.#surfaces.end();
    });
  }

  /** Reads the open threads, and shows the one that the address names. */
  async load(): Promise<void> {
    await Promise.all([this.list.load(), this.#surfaces.ready()]);
    await this.showNamed();
  }

  async showNamed(): Promise<void> {
    const id = /^#thread=([\w-]+)$/.exec(location.hash)?.[1];
    if (id === undefined) return;
    const thread = this.list.get(id) ?? (await this.list.read(id));
    if (thread) this.show(thread);
    else announce(words.notThere);
  }

  /** Shows a thread beside its words, or in the list. */
  show(thread: Thread): void {
    if (thread.closed !== null) this.#filter.value = "resolved";
    activate(this, thread.id);
    this.reveal(thread);
    if (!this.#isInMargin(thread)) this.#panel.open();
    this.#layout.request();
    this.#focusSoon(`[data-thread="${thread.id}"]`);
  }

  showAll(): void {
    this.#panel.toggle();
  }

  /** Comments on what is selected, or lets the user choose. */
  startNew(): void {
    const surface = this.#surfaces.current;
    if (!this.rights.peek().canComment) return;
    if (surface?.choose) return surface.choose((on) => this.#write(on));
    const on = surface?.selected() ?? null;
    if (on && on.quote.length > MAX_QUOTE) return announce(words.tooLong);
    if (!on && surface) announce(words.selectToComment);
    this.#write(on);
  }

  #write(on: Selected | null): void {
    this.draft.value = { on };
    if (!on || !this.#layout.fits.peek()) this.#panel.open();
    this.#focusSoon("[data-thread-draft] .cm-content");
  }

  /** Moves to the next open thread below the active one, or above it. */
  step(by: 1 | -1): void {
    const open = this.list.open;
    const places = new Map((this.#surfaces.current?.marks ?? []).map(({ id }, index) => [id, index]));
    const ordered = open.toSorted((a, b) => (places.get(a.id) ?? -1) - (places.get(b.id) ?? -1));
    const at = ordered.findIndex(({ id }) => id === this.active.peek());
    const next = ordered[at < 0 ? (by > 0 ? 0 : ordered.length - 1) : (at + by + ordered.length) % ordered.length];
    if (next) this.show(next);
    else announce(words.noMore);
  }

  reveal(thread: Thread): void {
    const mark = this.#markFor(thread.id);
    if (mark) this.#surfaces.current?.reveal(mark);
  }

  leave(thread: Thread | null): void {
    const mark = thread ? this.#markFor(thread.id) : null;
    this.#surfaces.current?.focus(mark);
  }

  async send({ on }: Draft, content: string): Promise<void> {
    const place = on ? await on.target() : { target: { kind: "page" as const } };
    const opened = await this.act.open({ ...place, content });
    this.draft.value = null;
    activate(this, opened.id);
    this.leave(opened);
  }

  async placeAgain(thread: Thread): Promise<void> {
    const on: Selected | null = this.#surfaces.current?.selected() ?? null;
    if (!on) return announce(words.selectFirst);
    await this.act.patch(thread, await on.target());
  }

  async linkTask(thread: Thread, anchor: HTMLElement): Promise<void> {
    const text = await this.#surfaces.text();
    await linkTask(text, anchor, async (line) => {
      await this.#page.written?.save();
      await this.act.patch(thread, { task: { pageId: this.root.dataset["page"] ?? "", line } });
    });
  }

  /** As the page's element has them; the page's connection may know better. */
  readRights(mayComment: boolean | null = null): void {
    const has = (name: string): boolean => this.root.hasAttribute(`data-can-${name}`);
    const canComment = has("comment") && mayComment !== false;
    this.rights.value = { canComment, canEdit: canComment && has("edit"), canDelete: has("delete") };
  }

  /** For the editor in which suggestions are made. */
  get editor(): Promise<EditorView> | null {
    return this.#page.written?.editor ?? null;
  }

  #events(): SurfaceEvents {
    return {
      pressed: (id) => {
        const thread = this.list.get(id);
        if (!thread) return;
        activate(this, id);
        if (!this.#isInMargin(thread)) {
          this.#panel.open();
          this.#focusSoon(`[data-thread="${id}"]`);
        }
      },
      hovered: (id) => (this.hovered.value = id),
      caretOn: (id) => activate(this, id),
      moved: () => this.#layout.request(),
    };
  }

  /** Keeps the marks, the cards and the count up to date. */
  #follow(): void {
    const marked = computed(() =>
      this.list.open.map((thread) => `${thread.id} ${JSON.stringify(thread.target)} ${thread.state}`).join(),
    );
    const ends = [
      effect(() => {
        void marked.value;
        void this.draft.value;
        this.#showMarks();
      }),
      effect(() => {
        const lit = { active: this.draft.value ? DRAFT_MARK : this.active.value, hovered: this.hovered.value };
        this.#surfaces.light(lit);
      }),
      effect(() => {
        void this.active.value;
        void this.list.threads.value;
        void this.draft.value;
        this.#layout.request();
      }),
      effect(() => {
        const isShown = this.#layout.fits.value && this.list.open.length > 0;
        this.root.toggleAttribute("data-threads-beside", isShown);
      }),
      effect(() => {
        const { open, unread } = this.list.counts.value;
        for (const button of this.root.querySelectorAll<HTMLElement>("[data-act=comments]"))
          showCount(button, open, unread);
      }),
    ];
    this.#page.signal.addEventListener("abort", () => {
      for (const end of ends) end();
    });
    this.root.addEventListener(
      "keydown",
      (event) => {
        const { target } = event;
        const isCard = target instanceof HTMLElement && target.closest(".threads-margin") !== null;
        if (event.key !== "Escape" || event.defaultPrevented || !isCard) return;
        event.preventDefault();
        const thread = this.list.get(this.active.peek() ?? "");
        activate(this, null);
        this.leave(thread);
      },
      { signal: this.#page.signal },
    );
  }

  #showMarks(): void {
    const surface = this.#surfaces.current;
    if (surface) this.#marks.show(surface, this.list.open, this.draft.peek()?.on ?? null);
    this.#layout.request();
  }

  /** From here on, the page's room says where threads are, and what this user may do. */
  async #followRoom(): Promise<void> {
    const { written, signal: ended } = this.#page;
    const [view, live] = await Promise.all([written?.editor, written?.live]);
    if (!view || !live || ended.aborted) return;
    const { followPlaces } = await import("./live-places.ts");
    const { page } = live;
    const readRights = (): void => this.readRights(page.status.mayComment);
    page.on("status", readRights);
    ended.addEventListener("abort", () => page.off("status", readRights));
    readRights();
    const show = (places: readonly LivePlace[]): void => {
      this.#marks.place(places);
      for (const place of places) this.list.move(place.id, place);
      this.#showMarks();
    };
    followPlaces(page, view, show, ended);
  }

  #markFor(id: string): Mark | null {
    return this.#surfaces.current?.marks.find((mark) => mark.id === id) ?? null;
  }

  #isInMargin({ closed }: Thread): boolean {
    return closed === null && this.#layout.fits.peek() && !this.#panel.isOpen;
  }

  /** The card may have to be drawn first. */
  #focusSoon(selector: string, tries = 20): void {
    requestAnimationFrame(() => {
      const found = this.#panel.find(selector) ?? this.root.querySelector<HTMLElement>(selector);
      if (found) found.focus({ preventScroll: true });
      else if (tries > 0 && !this.#page.signal.aborted) this.#focusSoon(selector, tries - 1);
    });
  }
}

function showCount(button: HTMLElement, open: number, unread: number): void {
  const count = button.querySelector<HTMLElement>("[data-comments-count]");
  if (!count) return;
  count.textContent = open === 0 ? "" : String(open);
  button.toggleAttribute("data-unread", unread > 0);
}
