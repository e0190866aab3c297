/** The text of the shown folder, which contains its views: the editor's for users who may write, else the stored one. */
import type { EditorView } from "@codemirror/view";
import type { Page } from "../../../features/pages/contract.ts";
import type { Edit } from "../../../formats/tasks/edits.ts";
import { words } from "../../../words/properties.ts";
import { call, path } from "../api/api.ts";
import type { WrittenDocument } from "../document/document-page.ts";
import { announce } from "../ui/notice.ts";

export class FolderText {
  #text = "";
  #editor: EditorView | null = null;

  constructor(
    readonly pageId: string,
    readonly changed: () => void,
  ) {}

  get text(): string {
    return this.#editor?.state.sliceDoc() ?? this.#text;
  }

  get isEditable(): boolean {
    return this.#editor !== null && !this.#editor.state.readOnly;
  }

  async open(written: WrittenDocument | null): Promise<void> {
    if (written === null) return this.refresh();
    this.#editor = await written.editor;
    const { hearChanges } = await import("../editor/base-editor.ts");
    let last = this.text;
    hearChanges(this.#editor, () => {
      const { text } = this;
      if (text !== last) this.changed();
      last = text;
    });
    this.changed();
  }

  /** For readers. */
  async refresh(): Promise<void> {
    if (this.#editor) return;
    this.#text = (await call<Page>("GET", path`/api/pages/${this.pageId}`)).content;
    this.changed();
  }

  /** `edits` receives the text as it is now, and returns null if the text does not allow the edit. */
  edit(edits: (text: string) => readonly Edit[] | null): boolean {
    if (!this.#editor || this.#editor.state.readOnly) return false;
    const changes = edits(this.text);
    if (changes === null) announce(words.cannotEdit);
    else if (changes.length > 0) this.#editor.dispatch({ changes: [...changes], userEvent: "property" });
    return changes !== null;
  }

  /** Puts the caret there. */
  select(at: number): void {
    this.#editor?.dispatch({ selection: { anchor: at }, scrollIntoView: true });
    this.#editor?.focus();
  }
}
