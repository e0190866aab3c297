/** Sequential changes, each based on the result of the previous one, combined into a single transaction. */
import { ChangeSet, type ChangeSpec, type EditorState, type Text, type TransactionSpec } from "@codemirror/state";

export class Draft {
  #changes: ChangeSet;
  #selection;
  doc: Text;

  constructor(state: EditorState) {
    this.doc = state.doc;
    this.#changes = ChangeSet.empty(state.doc.length);
    this.#selection = state.selection;
  }

  /**
   * A caret at an insertion stays before it (-1) or moves after it (1). Returns the change set, for mapping positions.
   */
  apply(changes: ChangeSpec, caretSide: -1 | 1 = 1): ChangeSet {
    const set = ChangeSet.of(changes, this.doc.length);
    this.doc = set.apply(this.doc);
    this.#changes = this.#changes.compose(set);
    this.#selection = this.#selection.map(set, caretSide);
    return set;
  }

  get isEmpty(): boolean {
    return this.#changes.empty;
  }

  spec(userEvent: string): TransactionSpec | null {
    return this.isEmpty ? null : { changes: this.#changes, selection: this.#selection, userEvent };
  }
}
