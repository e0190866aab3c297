/**
 * The live part of an open document, shown in the bar. It connects while the editor is being created; the two are
 * joined once the text can be edited.
 */
import type { Compartment } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { render } from "preact";
import type { Page } from "../../../features/pages/contract.ts";
import { CLOSE } from "../../../realtime/sockets.ts";
import type { Participant } from "../../../realtime/protocol.ts";
import { Collaboration } from "../editor/collaboration/collaborate.ts";
import type { GetAccess } from "../../../live-client/environment.ts";
import { connectPage, type LivePage } from "../../../live-client/page.ts";
import { words as frame } from "../../../words/frame.ts";
import { words } from "../../../words/live.ts";
import { words as pageWords } from "../../../words/page.ts";
import { call, path } from "../api/api.ts";
import { onHub } from "../shell/hub-events.ts";
import { LiveBar } from "./bar.tsx";
import { nameOf } from "./avatar.tsx";
import { browserEnvironment, openSocket } from "./connection.ts";
import type * as LiveWords from "./messages.ts";
import { openPageStore } from "./store.ts";
import { find } from "../ui/dom.ts";
import { announce, attempt, showError } from "../ui/notice.ts";

/** How long (ms) leaving a page waits for the last changes to be saved. */
const LAST_WORDS = 3_000;

export type LiveDocumentOptions = {
  readonly pageId: string;
  readonly userId: string;
  readonly access: GetAccess;
  /** The revision of the text that the editor was opened with. */
  readonly revision: number;
  /** Where the bar shows the connection. */
  readonly slot: HTMLElement;
  readonly onTitle: (title: string) => void;
  /** Aborted when the view ends. */
  readonly signal: AbortSignal;
};

/** The editor that is connected. */
export type Edited = { readonly view: EditorView; readonly undoHistory: Compartment };

export class LiveDocument {
  readonly #options: LiveDocumentOptions;
  readonly page: LivePage;
  #collaboration: Collaboration | null = null;
  #said = "";
  #here: readonly string[] | null = null;
  #isDue = false;
  /** The room no longer accepts changes from this user. */
  #isNarrowed = false;
  #view: EditorView | null = null;
  /** The device cannot store copies: unsaved changes exist in this tab only. */
  #hasNoCopy = false;

  constructor(options: LiveDocumentOptions) {
    const { pageId, userId, access, signal } = (this.#options = options);
    this.page = connectPage({
      pageId,
      socket: openSocket,
      // A page that was created offline is created on the service first.
      token: options.slot.closest("[data-pending]")
        ? async () => (await import("../offline/pending-pages/send.ts")).accessToPending(userId, pageId)()
        : access,
      environment: browserEnvironment,
      store: openPageStore(userId, pageId),
    });
    this.page.on("defect", (error) => {
      if (error instanceof DOMException) this.#hasNoCopy = true;
      else reportError(error);
    });
    this.page.on("people", () => this.#peopleChanged());
    this.page.on("refused", () => showError(words.someRefused));
    this.page.on("status", ({ state, lostBy }) => {
      this.#draw();
      // The hub reports changed rights, but it may not have been connected yet when this one happened.
      const isNarrowed = state === "read-only" || lostBy === CLOSE.forbidden || lostBy === CLOSE.gone;
      if (isNarrowed && !this.#isNarrowed)
        import("../shell/refresh-rights.ts").then(({ refreshRights }) => refreshRights()).catch(showError);
      this.#isNarrowed = isNarrowed;
      // The session was ended elsewhere: unsaved changes stay, the texts of pages do not.
      if (lostBy === CLOSE.signedOut)
        import("../offline/stored-drafts.ts").then(({ removeCopies }) => removeCopies()).catch(() => undefined);
    });
    this.#followWindow(signal);
    signal.addEventListener("abort", () => void this.#end());
  }

  /** Keeps the editor and the page's text in sync from here on. */
  join({ view, undoHistory }: Edited): void {
    const { pageId, revision, signal, slot, onTitle } = this.#options;
    slot.replaceChildren();
    this.#view = view;
    this.#collaboration = new Collaboration({
      view,
      page: this.page,
      environment: browserEnvironment,
      undoHistory,
      revision,
      requests: async () => (await import("./page-requests.ts")).requestsTo(pageId, onTitle),
      refused: showError,
      askWhoWroteLast: async () => (await import("./page-requests.ts")).writerOf(pageId),
      changed: () => this.#draw(),
      toolWrote: (tool) => this.#tell(({ toolEditMessage }) => toolEditMessage(tool.name)),
      defect: (error) => reportError(error),
    });
    this.#followTitle(signal);
    this.#followEdits();
    import("../offline/stored-drafts.ts").then(({ removeOld }) => removeOld()).catch(() => undefined);
    this.#draw();
  }

  /** Closing this tab would lose changes. */
  get isUnsafe(): boolean {
    return this.#hasUnjoined || this.page.isUnsafe || (this.#hasNoCopy && this.page.status.hasUnsaved);
  }

  get hasUnsaved(): boolean {
    return this.#hasUnjoined || this.page.status.hasUnsaved;
  }

  get #hasUnjoined(): boolean {
    return this.#collaboration?.hasUnjoined ?? false;
  }

  /** Sends pending changes. Resolves once they are saved, or if that is unlikely to happen soon. */
  async save(): Promise<void> {
    await Promise.all([this.page.flush(), this.#collaboration?.saveByRequest()]);
    const end = Date.now() + LAST_WORDS;
    while (this.#isOnItsWay && Date.now() < end)
      // oxlint-disable-next-line no-await-in-loop -- polls one condition
      await new Promise((resolve) => setTimeout(resolve, 50));
  }

  /** Includes text that was typed before the page was connected. */
  get #isOnItsWay(): boolean {
    const { state } = this.page.status;
    return state === "saving" || (this.#hasUnjoined && (state === "connecting" || state === "connected"));
  }

  async #end(): Promise<void> {
    this.#collaboration?.destroy();
    render(null, this.#options.slot);
    await this.page.close();
  }

  #followWindow(signal: AbortSignal): void {
    const page = this.page;
    const wake = (): void => page.wake();
    const flush = (): void => void page.flush();
    addEventListener("online", wake, { signal });
    // A socket does not report the loss of its network.
    addEventListener("offline", wake, { signal });
    addEventListener("focus", wake, { signal });
    addEventListener("pagehide", flush, { signal });
    document.addEventListener("visibilitychange", () => (document.visibilityState === "visible" ? wake() : flush()), {
      signal,
    });
  }

  /** Replaces the time of the last edit in the bar by "just now" when anyone edits the page. */
  #followEdits(): void {
    const page = this.page;
    const { slot } = this.#options;
    const time = slot.parentElement && find("[data-edited]", HTMLElement, slot.parentElement);
    const edited = (): void => {
      if (time && page.status.state !== "connecting") time.textContent = pageWords.edited(frame.justNow).join("");
    };
    const watch = (): void => void page.doc.on("update", edited);
    watch();
    page.on("replaced", watch);
  }

  /** The hub reports renames: the page's own connection carries only its text. */
  #followTitle(signal: AbortSignal): void {
    const { pageId, onTitle } = this.#options;
    const read = (): void => {
      call<Page>("GET", path`/api/pages/${pageId}`).then(
        ({ title, icon, cover }) => {
          onTitle(title);
          return import("../page/page-header.tsx").then(
            (header) => header.showAppearance({ icon, cover }),
            reportError,
          );
        },
        () => undefined,
      );
    };
    const isOfPage = (pages: readonly string[]): boolean => pages.length === 0 || pages.includes(pageId);
    onHub({ event: (event) => event.type === "tree" && isOfPage(event.pages) && read(), missed: read }, signal);
  }

  #peopleChanged(): void {
    const names = [...new Set(this.#others().map(nameOf))];
    const before = this.#here;
    this.#here = names;
    this.#draw();
    if (before !== null) this.#tell(({ presenceMessage }) => presenceMessage(before, names));
  }

  /** Everyone else, each once regardless of how many tabs they have open. */
  #others(): Participant[] {
    const seen = new Map<string, Participant>();
    for (const person of this.page.people) {
      const isSelf = person.tool === null && person.userId === this.#options.userId;
      const key = `${person.userId} ${person.tool ?? ""}`;
      if (!isSelf && !seen.has(key)) seen.set(key, person);
    }
    return [...seen.values()];
  }

  /** Announces to screen readers. */
  #tell(news: (live: typeof LiveWords) => string | null): void {
    const say = async (): Promise<void> => {
      const said = news(await import("./messages.ts"));
      if (said === null) return;
      this.#said = said;
      this.#draw();
    };
    say().catch(() => undefined);
  }

  /** Batches all changes of one task into one render, which never runs inside an editor update. */
  #draw(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      if (!this.#options.signal.aborted) this.#render();
    });
  }

  #render(): void {
    const page = this.page;
    const collaboration = this.#collaboration;
    if (collaboration === null) return;
    const root = this.#options.slot.closest("article");
    root?.toggleAttribute("data-dirty", this.hasUnsaved);
    this.#options.slot.dataset["live"] = page.status.state;
    render(
      <LiveBar
        status={page.status}
        hasUnjoined={collaboration.hasUnjoined || (this.#hasNoCopy && page.isWaiting)}
        byRequest={collaboration.byRequest}
        people={this.#others()}
        // Finding text that is merely waiting requires a walk through the whole page.
        unsaved={page.status.state === "lost" ? page.unsaved() : page.refusedParts}
        unplaced={page.status.state === "offline" ? page.unplacedText : ""}
        unjoined={collaboration.unjoinedText}
        tools={collaboration.tools}
        said={this.#said}
        copy={(text) =>
          attempt(null, async () => {
            await navigator.clipboard.writeText(text);
            announce(words.copied);
          })
        }
        follow={(person) =>
          attempt(null, async () => {
            const { startFollowing } = await import("./follow.ts");
            if (this.#view) startFollowing(this.#view, page, person, this.#options.signal);
          })
        }
        discard={(id) => attempt(null, () => page.discard(id))}
        undo={(tool) => collaboration.undoTool(tool)}
        retry={() => page.wake()}
      />,
      this.#options.slot,
    );
  }
}
