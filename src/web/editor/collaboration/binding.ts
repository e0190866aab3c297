/**
 * Keeps the text of an editor and that of an open page the same.
 *
 * y-codemirror.next is not used: it hands each remote update to the view at once, also while an input method composes,
 * looks at the first of several transactions alone, needs a DOM for all of it, and sets inline styles.
 */
import { ChangeSet, type StateEffect, Transaction } from "@codemirror/state";
import * as Y from "yjs";
import { toBrowserClient } from "../../../realtime/clients.ts";
import type { Environment } from "../../live/environment.ts";
import type { LivePage } from "../../live/page.ts";
import { Pacer, type Times } from "../../live/pacer.ts";
import { type Interval, mapIntervals } from "../intervals.ts";
import { type BindingEvents, type BindingOptions, type EditorHost, type EditWatcher, fromPage } from "./editor-host.ts";
import { Joining } from "./joining.ts";
import { Replica } from "./replica.ts";
import { applyTo, changedIn, fromDelta, keepOnLine } from "./text-changes.ts";
import type { Typed } from "./typed.ts";
import { Undo } from "./undo.ts";

/** All in ms. Drawing a remote change costs about a frame: several are drawn together, and few while keys are pressed. */
const EVERY = 100;
const AFTER_KEY = 200;
const LONGEST = 600;
/** CodeMirror reads the last of a composition from the DOM a moment after its end. */
const AFTER_COMPOSITION = 60;
/** What an earlier visit has left unsaved is shown over the copy on this machine when the page takes longer than this to come. */
const PATIENCE = 3_000;

/** What came in and is not shown yet. */
type Incoming = {
  readonly changes: ChangeSet;
  /** Those that are told apart, with where they are in the text after all changes. */
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
  /** What was typed while the page's text was not there. */
  #typed: Typed;
  /** The page's document is filled. */
  #isReady = false;
  /** Something of what was typed is on its way to the page by other means. */
  #isHeld = false;
  /** The service was asked and could not be reached, whatever the machine says of its network. */
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

  /** The document that the editor shows; null before the page is there. */
  get replica(): Replica | null {
    return this.#replica;
  }

  /** What was typed and has not reached the page's document. */
  get typed(): Typed {
    return this.#typed;
  }

  /** Takes back what was typed here last, or puts it in again; false when there is nothing. */
  revert(direction: "undo" | "redo"): boolean {
    const selection = this.undo.revert(direction, this.#host.state.selection.main);
    if (selection === null) return false;
    this.#host.dispatch({ ...selection, scrollIntoView: true, userEvent: direction });
    return true;
  }

  /** The service cannot be reached: the editor shows the copy on this machine, where there is one, and what waits over it. */
  workOffline(): void {
    this.#isCutOff = true;
    this.#look();
  }

  /** The editor is not bound to the page until `letJoin` is called. */
  hold(): void {
    this.#isHeld = true;
  }

  letJoin(): void {
    this.#isHeld = false;
    this.#join();
  }

  /** Before the page is there, what was typed is over another text from here on; `forEditor` leads to what is shown then. */
  moveBase(typed: Typed, forEditor: ChangeSet): void {
    if (this.#replica !== null) return;
    this.#typed = typed;
    this.#show(forEditor, "room");
  }

  /** To be told all transactions of the editor, in their order. */
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

  /** Never at once: an editor or a document that reports a transaction takes no other before that one has ended. */
  readonly #whenUpdated = (times: Times): number => Math.max(times.now + 1, this.#when(times));

  readonly #look = (): void => {
    const { state } = this.#page.status;
    const isAway = this.#isCutOff || (state === "offline" && !this.#environment.hasNetwork());
    // Nobody else brings the page then, and what is typed is kept on the machine once it is in the document.
    const isFilled = isAway && this.#page.hasCopy;
    if (isFilled || !["connecting", "offline", "lost"].includes(state)) this.#isReady = true;
    this.#join();
  };

  /** What is typed from here on is for the document that takes the place of this one. */
  readonly #replace = (): void => {
    const { doc } = this.#host.state;
    // What was typed before the document came has not reached the one that was replaced.
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

  /** What came in at once is shown at once: each transaction of the editor costs a frame, whatever it changes. */
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
    // The end of a composition calls again.
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

  /** A defect of somebody else's, which must not become a loss: the page is right. */
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
      // Whoever would change it would part the editor from the page.
      filter: false,
    });
  }
}
