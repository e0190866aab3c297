/** An editor without a view: CodeMirror's state, bound to an open page. */
import { EditorState, type TransactionSpec } from "@codemirror/state";
import { acceptedInput } from "../../src/web/client/editor/accepted-input.ts";
import { Binding } from "../../src/web/client/editor/collaboration/binding.ts";
import { joinTyping } from "../../src/web/client/editor/collaboration/early-typing.ts";
import type { EditorHost, EditWatcher } from "../../src/web/client/editor/collaboration/editor-host.ts";
import type { LoadJoining } from "../../src/web/client/editor/collaboration/joining.ts";
import { toText } from "../../src/web/client/editor/collaboration/text-changes.ts";
import { typedField } from "../../src/web/client/editor/collaboration/typed.ts";
import type { Environment } from "../../src/live-client/environment.ts";
import type { LivePage } from "../../src/live-client/page.ts";

export class HeadlessEditor implements EditorHost {
  state: EditorState;
  composing = false;
  binding: Binding | null = null;
  readonly defects: unknown[] = [];
  loadJoining: LoadJoining = () => Promise.resolve({ joinTyping });
  /** Number of transactions that changed the text. */
  changes = 0;
  #isTelling = false;

  constructor(text: string) {
    this.state = EditorState.create({
      doc: toText(text),
      extensions: [EditorState.lineSeparator.of("\n"), acceptedInput, typedField],
    });
  }

  get text(): string {
    return this.state.doc.toString();
  }

  get caret(): number {
    return this.state.selection.main.head;
  }

  bind(page: LivePage, environment: Environment, watcher?: EditWatcher): Binding {
    const events = { joined: () => undefined, defect: (error: unknown) => void this.defects.push(error) };
    const typed = this.state.field(typedField);
    this.binding = new Binding({
      host: this,
      page,
      typed,
      environment,
      events,
      loadJoining: this.loadJoining,
      ...(watcher && { watcher }),
    });
    return this.binding;
  }

  /** Throws if a transaction is dispatched during another one's update, as CodeMirror's view does. */
  dispatch(spec: TransactionSpec): void {
    if (this.#isTelling) throw new Error("Calls to dispatch are not allowed while an update is in progress.");
    const transaction = this.state.update(spec);
    this.state = transaction.state;
    if (transaction.docChanged) this.changes += 1;
    this.#isTelling = true;
    try {
      this.binding?.took([transaction]);
    } finally {
      this.#isTelling = false;
    }
  }

  /** Types at the caret like a keyboard, after moving the caret to `at`. */
  type(text: string, at = this.caret): void {
    if (at !== this.caret) this.moveTo(at);
    this.dispatch({
      changes: { from: at, insert: toText(text) },
      selection: { anchor: at + text.length },
      userEvent: this.composing ? "input.type.compose" : "input.type",
    });
  }

  erase(from: number, to: number): void {
    this.dispatch({ changes: { from, to }, userEvent: "delete.selection" });
  }

  moveTo(anchor: number, head = anchor): void {
    this.dispatch({ selection: { anchor, head } });
  }

  startComposing(): void {
    this.composing = true;
  }

  endComposing(): void {
    this.composing = false;
    this.binding?.compositionEnded();
  }
}
