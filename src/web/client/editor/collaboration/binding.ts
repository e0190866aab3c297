/**
 * Keeps the text of an editor and of an open page in sync.
 *
 * y-codemirror.next is not used: it dispatches each remote update to the view at once, even during IME composition, only looks at
 * the first of several transactions, needs a DOM for all of it, and sets inline styles.
 */
import { ChangeSet, type StateEffect, Transaction } from "@codemirror/state";
import * as Y from "yjs";
import { toBrowserClient } from "../../../../realtime/clients.ts";
import type { Environment } from "../../../../live-client/environment.ts";
import type { LivePage } from "../../../../live-client/page.ts";
import { Pacer, type Times } from "../../../../live-client/pacer.ts";
import { type Interval, mapIntervals } from "../intervals.ts";
import { type BindingEvents, type BindingOptions, type EditorHost, type EditWatcher, fromPage } from "./editor-host.ts";
import { Joining } from "./joining.ts";
import { Replica } from "./replica.ts";
import { applyTo, changedIn, fromDelta, keepOnLine } from "./text-changes.ts";
import type { Typed } from "./typed.ts";
import { Undo } from "./undo.ts";

/** All in ms. Drawing a remote change costs about a frame, so changes are batched, more so while the user is typing. */
const EVERY = 100;
const AFTER_KEY = 200;
const LONGEST = 600;
/** CodeMirror reads the end of a composition from the DOM shortly after it ends. */
const AFTER_COMPOSITION = 60;
/** If the page takes longer than this to arrive, unsaved edits of an earlier visit are shown over this device's copy. */
const PATIENCE = 3_000;

/** Remote changes that are not shown yet. */
type Incoming = {
  readonly changes: ChangeSet;
  /** Edits tracked individually, with their ranges in the text after all changes. */
  readonly edits: readonly { readonly origin: unknown; readonly ranges: readonly Interval[] }[];
};

export class Binding {
  readonly #host: EditorHost;
  readonly #page: LivePage;
  readonly #environment: Environment;
  readonly #events: BindingEvents;
  readonly #pacer: Pacer;
  readonly #watcher: EditWatcher | null;
  readonly #joining: Joining;
  readonly undo: Undo;
  #replica: Replica | null = null;
  /** Typed while the page's text was not loaded. */
  #typed: Typed;
  /** The page's document has been filled. */
  #isReady = false;
  /** Some typed text is being sent to the page by HTTP requests. */
  #isHeld = false;
  /** A request to the service failed, whatever the browser reports about its network. */
  #isCutOff = false;
  #incoming: Incoming | null = null;
  #keyAt = Number.NEGATIVE_INFINITY;
  #cancel: () => void = () => undefined;
  readonly #stopWaiting: () => void;

  constructor({ host, page, typed, environment, events, watcher, loadJoining }: BindingOptions) {
    this.#host = host;
    this.#page = page;
    this.#typed = typed;
    this.#environment = environment;
    this.#events = events;
    this.#watcher = watcher ?? null;
    this.#joining = new Joining({
      environment,
      loaded: () => {
        this.#join();
        this.#checkLength();
      },
      defect: events.defect,
      load: loadJoining ?? (() => import("./early-typing.ts")),
    });
    this.#pacer = new Pacer(environment, () => this.#release());
    this.undo = new Undo(environment);
    page.on("status", this.#look);
    page.on("replaced", this.#replace);
    this.#stopWaiting = environment.after(PATIENCE, () => page.isWaiting && this.workOffline());
    this.#look();
  }

  /** The document that the editor shows; null until the page has arrived. */
  get replica(): Replica | null {
    return this.#replica;
  }

  /** Typed text that has not reached the page's document. */
  get typed(): Typed {
    return this.#typed;
  }

  /** Undoes or redoes the last local edit; returns false if there is none. */
  revert(direction: "undo" | "redo"): boolean {
    const selection = this.undo.revert(direction, this.#host.state.selection.main);
    if (selection === null) return false;
    this.#host.dispatch({ ...selection, scrollIntoView: true, userEvent: direction });
    return true;
  }

  /** The service is unreachable: shows this device's copy, if any, with pending edits applied. */
  workOffline(): void {
    this.#isCutOff = true;
    this.#look();
  }

  /** Prevents the editor from being bound to the page until `letJoin` is called. */
  hold(): void {
    this.#isHeld = true;
  }

  letJoin(): void {
    this.#isHeld = false;
    this.#join();
  }

  /** Rebases typed text before the page has arrived; `forEditor` is the change that the editor has to show. */
  moveBase(typed: Typed, forEditor: ChangeSet): void {
    if (this.#replica !== null) return;
    this.#typed = typed;
    this.#show(forEditor, "room");
  }

  /** Must receive every transaction of the editor, in order. */
  took(transactions: readonly Transaction[]): void {
    for (const transaction of transactions) {
      if (!transaction.docChanged || transaction.annotation(fromPage) !== undefined) continue;
      this.#keyAt = this.#environment.now();
      const replica = this.#replica;
      if (replica === null)
        this.#typed = { base: this.#typed.base, changes: this.#typed.changes.compose(transaction.changes) };
      else {
        this.undo.take(transaction);
        replica.doc.transact(() => applyTo(replica.text, transaction.changes), this.undo.origin);
        if (replica.isHolding) this.#pacer.request(this.#whenUpdated);
      }
    }
  }

  compositionEnded(): void {
    this.#cancel();
    this.#cancel = this.#environment.after(AFTER_COMPOSITION, () => {
      this.#join();
      this.#release();
    });
  }

  destroy(): void {
    this.#joining.stop();
    this.#stopWaiting();
    this.#page.off("status", this.#look);
    this.#page.off("replaced", this.#replace);
    this.#cancel();
    this.#leave();
  }

  readonly #when = ({ now, firstAt, sentAt }: Times): number =>
    Math.max(now, sentAt + EVERY, Math.min(this.#keyAt + AFTER_KEY, firstAt + LONGEST));

  /** Never synchronous: an editor or document that is reporting a transaction accepts no other until it has finished. */
  readonly #whenUpdated = (times: Times): number => Math.max(times.now + 1, this.#when(times));

  readonly #look = (): void => {
    const { state } = this.#page.status;
    const isAway = this.#isCutOff || (state === "offline" && !this.#environment.hasNetwork());
    // Without a network the page will not arrive, and typed text is stored on the device only once it is in the document.
    const isFilled = isAway && this.#page.hasCopy;
    if (isFilled || !["connecting", "offline", "lost"].includes(state)) this.#isReady = true;
    this.#join();
  };

  /** Whatever is typed from here on belongs to the replacement document. */
  readonly #replace = (): void => {
    const { doc } = this.#host.state;
    // Text typed before the document arrived is not in the replaced document.
    if (this.#replica !== null) this.#typed = { base: doc, changes: ChangeSet.empty(doc.length) };
    this.#leave();
    this.#isReady = true;
    this.#join();
  };

  #leave(): void {
    this.#pacer.stop();
    this.#watcher?.clear();
    this.undo.stop();
    this.#replica?.destroy();
    this.#replica = null;
  }

  #join(): void {
    if (!this.#isReady || this.#isHeld || this.#replica !== null || this.#host.composing) return;
    const { base, changes } = this.#typed;
    const joined = this.#joining.join(base, changes, this.#page.text.toJSON());
    if (joined === null) return;
    const replica = new Replica(
      this.#page.doc,
      toBrowserClient(this.#environment.random()),
      () => this.#arrived(),
      (update, made) => this.#watcher?.originOf(update, made) ?? null,
    );
    this.#replica = replica;
    this.#typed = { base, changes: ChangeSet.empty(base.length) };
    this.#show(joined.forEditor, "room");
    this.undo.start(replica);
    replica.doc.transact(() => applyTo(replica.text, joined.forPage), this.undo.origin);
    this.undo.endStep();
    replica.text.observe(({ delta }, { origin }) => {
      if (origin !== this.undo.origin) this.#take(delta, origin);
    });
    this.#events.joined();
  }

  /** Changes that arrive together are shown together: each editor transaction costs a frame, whatever it changes. */
  #take(delta: Y.YTextEvent["delta"], origin: unknown): void {
    if (origin instanceof Y.UndoManager) {
      this.#showIncoming();
      return this.#show(fromDelta(delta, this.#host.state.doc.length), "undo");
    }
    const before = this.#incoming;
    const changes = fromDelta(delta, before?.changes.newLength ?? this.#host.state.doc.length);
    const edits = (before?.edits ?? []).map((edit) => ({ ...edit, ranges: mapIntervals(edit.ranges, changes) }));
    if (origin !== this.#replica) edits.push({ origin, ranges: changedIn(changes) });
    this.#incoming = { changes: before?.changes.compose(changes) ?? changes, edits };
  }

  #arrived(): void {
    if (!this.#host.composing) this.#pacer.request(this.#whenUpdated);
  }

  #release(): void {
    const replica = this.#replica;
    // compositionEnded will call this again.
    if (replica === null || !replica.isHolding || this.#host.composing) return;
    replica.release();
    this.#showIncoming();
    this.#checkLength();
  }

  #checkLength(): void {
    const replica = this.#replica;
    if (replica === null || replica.isHolding || this.#host.composing) return;
    if (replica.text.length !== this.#host.state.doc.length) this.#repair(replica);
  }

  #showIncoming(): void {
    const incoming = this.#incoming;
    this.#incoming = null;
    if (incoming === null) return;
    const effects = incoming.edits.flatMap(({ origin, ranges }) => this.#watcher?.effectsOf(origin, ranges) ?? []);
    this.#show(incoming.changes, "room", effects);
  }

  /** Guards against bugs elsewhere, which must not cause data loss: the page's text wins. */
  #repair(replica: Replica): void {
    const { doc } = this.#host.state;
    const joined = this.#joining.join(doc, ChangeSet.empty(doc.length), replica.text.toJSON());
    if (joined === null) return;
    this.#events.defect(new Error("A page and its editor had parted."));
    this.#show(joined.forEditor, "room");
  }

  #show(changes: ChangeSet, kind: "room" | "undo", effects: readonly StateEffect<unknown>[] = []): void {
    if (changes.empty) return;
    const { doc, selection } = this.#host.state;
    const kept = keepOnLine(selection, changes, doc);
    this.undo.moved(changes);
    this.#host.dispatch({
      changes,
      effects,
      ...(kept === null ? {} : { selection: kept }),
      annotations: [
        fromPage.of(kind),
        Transaction.addToHistory.of(false),
        ...(kind === "room" ? [Transaction.remote.of(true)] : [Transaction.userEvent.of("undo")]),
      ],
      // A filter that altered the change would desynchronize the editor from the page.
      filter: false,
    });
  }
}
