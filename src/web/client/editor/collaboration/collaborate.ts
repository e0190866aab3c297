/** Makes an editor collaborative: its text, other participants, tool edits, and whether it is editable. */
import { Compartment, EditorState, type Extension, Prec, StateEffect } from "@codemirror/state";
import { EditorView, type KeyBinding, keymap, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import type { LivePage } from "../../../../live-client/page.ts";
import type { Environment } from "../../../../live-client/environment.ts";
import { Binding } from "./binding.ts";
import type { ByRequest, Requests, RequestState } from "./by-request.ts";
import { fromPage } from "./editor-host.ts";
import { type Tool, type ToolEdit, ToolEdits } from "./tool-edits.ts";
import { editEntered, editFaded, editFound, toolGlow } from "./tool-glow.ts";
import { beforeLive, typedField } from "./typed.ts";

/** How long (ms) a tool's edit is highlighted; extended while its button is hovered or focused. */
const GLOW = 8_000;
/** Pause (ms) before retrying a failed import. */
const RETRY = 8_000;

type CollaborationOptions = {
  readonly view: EditorView;
  readonly page: LivePage;
  readonly environment: Environment;
  /** The compartment that holds the editor's undo. */
  readonly undoHistory: Compartment;
  /** For networks that block WebSockets. */
  readonly requests: () => Promise<Requests>;
  /** Revision of the text that the editor was opened with. */
  readonly revision: number;
  /** Called with the reason if the page rejects an edit. */
  readonly refused: (error: unknown) => void;
  /** The tool that wrote the latest version of the page; null for a person. */
  readonly askWhoWroteLast: () => Promise<Tool | null>;
  /** State shown outside the text may have changed. */
  readonly changed: () => void;
  /** A tool has changed the page. */
  readonly toolWrote: (tool: Tool) => void;
  readonly defect: (error: unknown) => void;
};

export class Collaboration {
  readonly #view: EditorView;
  readonly #page: LivePage;
  readonly #options: CollaborationOptions;
  readonly #binding: Binding;
  #byRequest: ByRequest | null = null;
  readonly #edits: ToolEdits;
  readonly #editable = new Compartment();
  #followed: LivePage["awareness"] | null = null;
  /** Dispatched together in one transaction. */
  readonly #effects: StateEffect<unknown>[] = [];
  #isDue = false;
  #hasPeers = false;
  #isOver = false;
  #hasNote = false;
  #takesBack = false;

  constructor(options: CollaborationOptions) {
    const { view, page, environment } = (this.#options = options);
    this.#view = view;
    this.#page = page;
    this.#edits = new ToolEdits({
      people: () => page.people,
      askWhoWroteLast: options.askWhoWroteLast,
      undo: () => this.#binding.undo,
      mark: (edit, ranges) => editEntered.of({ edit, ranges }),
      found: (edit, tool) => this.#found(edit, tool),
      dropped: (edit) => this.#dispatch(editFaded.of(edit)),
    });
    this.#binding = new Binding({
      host: view,
      page,
      typed: view.state.field(typedField),
      environment,
      events: { joined: () => this.#joined(), defect: options.defect },
      watcher: this.#edits,
    });
    view.dispatch({
      effects: [
        beforeLive.reconfigure([]),
        StateEffect.appendConfig.of([this.#listener(), this.#editable.of([]), toolGlow]),
      ],
    });
    page.on("status", this.#look);
    page.on("replaced", this.#look);
    this.#look();
  }

  /** Typed text has not reached the page's document and exists only in this editor. */
  get hasUnjoined(): boolean {
    return !this.#binding.typed.changes.empty;
  }

  /** State of saving by HTTP requests while the page has no live connection. */
  get byRequest(): RequestState {
    return this.#byRequest?.state ?? "off";
  }

  /** Saves text that has not reached the page's document, if HTTP requests are in use. */
  async saveByRequest(): Promise<void> {
    await this.#byRequest?.save();
  }

  /** The unjoined text, in page order. */
  get unjoinedText(): string {
    const parts: string[] = [];
    this.#binding.typed.changes.iterChanges(
      (_fromA, _toA, _fromB, _toB, inserted) => void parts.push(inserted.toString()),
    );
    return parts.filter((part) => part !== "").join("\n");
  }

  /** The tools whose edits can be undone, latest first. */
  get tools(): readonly Tool[] {
    const tools = new Map<string, Tool>();
    for (const { by } of this.#edits.edits.toReversed()) if (by !== null && !tools.has(by.id)) tools.set(by.id, by);
    return [...tools.values()];
  }

  undoTool(tool: Tool): void {
    if (this.#view.state.readOnly) return;
    const done = this.#edits.edits.filter(({ by }) => by?.id === tool.id);
    const { undo } = this.#binding;
    undo.endStep();
    this.#edits.undoAll(tool);
    undo.endStep();
    this.#dispatch(...done.map((edit) => editFaded.of(edit)));
    this.#options.changed();
  }

  destroy(): void {
    this.#isOver = true;
    this.#page.off("status", this.#look);
    this.#page.off("replaced", this.#look);
    this.#followed?.off("change", this.#moved);
    this.#byRequest?.stop();
    this.#binding.destroy();
  }

  #joined(): void {
    this.#showPeers();
    this.#options.changed();
    // Until now the editor's own history handled undo.
    if (!this.#takesBack) this.#dispatch(this.#options.undoHistory.reconfigure(this.#undoKeys()));
    this.#takesBack = true;
  }

  #found(edit: ToolEdit, tool: Tool): void {
    this.#dispatch(editFound.of(edit));
    // If it cannot be loaded, the tool's edits can still be undone from the page's status.
    this.#showNote().catch(this.#options.defect);
    this.#options.toolWrote(tool);
    this.#options.changed();
    const fade = (): void => {
      const isWanted = this.#view.dom.querySelector(".ed-tool-note:is(:hover, :focus-within)") !== null;
      if (isWanted) this.#options.environment.after(GLOW, fade);
      else this.#dispatch(editFaded.of(edit));
    };
    this.#options.environment.after(GLOW, fade);
  }

  async #showNote(): Promise<void> {
    if (this.#hasNote) return;
    this.#hasNote = true;
    const { toolNote } = await import("./tool-note.tsx");
    this.#dispatch(StateEffect.appendConfig.of(toolNote((tool) => this.undoTool(tool))));
  }

  /** Page events can fire during a view update, when the view accepts no other, so dispatch in a microtask. */
  #dispatch(...effects: StateEffect<unknown>[]): void {
    this.#effects.push(...effects);
    if (this.#effects.length > effects.length) return;
    queueMicrotask(() => {
      const all = this.#effects.splice(0);
      if (!this.#isOver && all.length > 0) this.#view.dispatch({ effects: all });
    });
  }

  readonly #look = (): void => {
    this.#follow();
    const { state } = this.#page.status;
    const isClosed = state === "read-only" || state === "lost";
    if (state === "offline" && this.#binding.replica === null) void this.#startRequests();
    this.#options.changed();
    queueMicrotask(() => {
      if (this.#isOver || this.#view.state.readOnly === isClosed) return;
      // The text keeps its focus and caret, so that it can still be read and copied.
      const closed = [EditorState.readOnly.of(true), EditorState.changeFilter.of(() => false)];
      this.#view.dispatch({ effects: this.#editable.reconfigure(isClosed ? closed : []) });
    });
  };

  async #startRequests(): Promise<void> {
    const { view, page, environment, requests: requestsOf, revision, changed, refused } = this.#options;
    // A failed import may succeed once the network is back.
    const loading = environment.hasNetwork() && Promise.all([import("./by-request.ts"), requestsOf()]);
    const loaded = await Promise.resolve(loading).catch(() => false as const);
    if (this.#isOver) return;
    if (loaded === false) {
      environment.after(RETRY, this.#look);
      return;
    }
    const [{ ByRequest: Made }, requests] = loaded;
    const failed = refused;
    this.#byRequest ??= new Made({ binding: this.#binding, page, host: view, environment, requests, revision, changed, failed }); // oxfmt-ignore
    if (this.#binding.replica === null) this.#byRequest.start();
  }

  #follow(): void {
    const { awareness } = this.#page;
    if (awareness === this.#followed) return;
    this.#followed?.off("change", this.#moved);
    this.#followed = awareness;
    awareness.on("change", this.#moved);
    this.#tellCursor();
  }

  readonly #moved = (_: unknown, origin: unknown): void => {
    if (origin !== "local") this.#showPeers();
  };

  /** Coalesces all changes within a microtask. */
  #showPeers(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => void this.#drawPeers());
  }

  async #drawPeers(): Promise<void> {
    // A user who is alone does not load the code that shows others.
    this.#hasPeers ||= this.#page.awareness.getStates().size > 1;
    const peers = this.#hasPeers && (await import("./peers.ts").catch(() => false as const));
    this.#isDue = false;
    const { replica } = this.#binding;
    if (peers && replica !== null && !this.#isOver && !this.#view.composing)
      peers.showPeers(this.#view, this.#page, replica);
  }

  #tellCursor(): void {
    const { replica } = this.#binding;
    if (replica === null) return;
    const { anchor, head } = this.#view.state.selection.main;
    // A cell's editor is inside this one; the cells of a sheet, or the tasks of a list, are next to it.
    const around = this.#view.dom.closest("[data-sheet], [data-tasks]") ?? this.#view.dom;
    if (around.contains(document.activeElement)) this.#page.setCursor(replica.toLive(anchor), replica.toLive(head));
    else this.#page.setCursor(null);
  }

  /** A plugin, not a listener: listeners may be called out of order if one of them changes the text. */
  #listener(): Extension {
    const updated = (update: ViewUpdate): void => {
      try {
        this.#binding.took(update.transactions);
      } catch (error) {
        // A thrown error would make CodeMirror remove this plugin, and nothing typed afterwards would be saved.
        this.#options.defect(error);
      }
      if (update.selectionSet || update.focusChanged) this.#tellCursor();
      if (update.docChanged && update.transactions.some((tr) => tr.annotation(fromPage) === "room")) this.#showPeers();
    };
    return [
      ViewPlugin.define(() => ({ update: updated })),
      EditorView.domEventHandlers({
        compositionend: () => this.#binding.compositionEnded(),
        blur: () => this.#binding.undo.endStep(),
      }),
    ];
  }

  #undoKeys(): Extension {
    const revert = (direction: "undo" | "redo") => (): boolean => {
      if (!this.#view.state.readOnly) this.#binding.revert(direction);
      return true;
    };
    const [undo, redo] = [revert("undo"), revert("redo")];
    const keys: KeyBinding[] = [
      { key: "Mod-z", run: undo, preventDefault: true },
      { key: "Mod-y", mac: "Mod-Shift-z", run: redo, preventDefault: true },
      { key: "Mod-Shift-z", run: redo, preventDefault: true },
    ];
    return Prec.high([
      keymap.of(keys),
      EditorView.domEventHandlers({
        beforeinput: ({ inputType }) => {
          if (inputType === "historyUndo") return undo();
          return inputType === "historyRedo" && redo();
        },
      }),
    ]);
  }
}
