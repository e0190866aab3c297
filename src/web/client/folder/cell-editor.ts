/** Edits a value of a row as it is in the page's text: rows contain long values and lists only in part. */
import type { Page } from "../../../features/pages/contract.ts";
import { findEntry, readFrontMatter } from "../../../formats/properties/front-matter.ts";
import { typedValue } from "../../../formats/properties/values.ts";
import { call, path } from "../api/api.ts";
import { lookupFor } from "../properties/lookup.ts";
import { type Edited, openValueEditor } from "../properties/value-editor.tsx";
import { showError } from "../ui/notice.ts";

export class CellEditor {
  /** Counts requests: only the last cell that was pressed opens. */
  #turn = 0;

  open(pageId: string, edited: Omit<Edited, "shown" | "lookup">): void {
    this.#open(pageId, edited).catch(showError);
  }

  async #open(pageId: string, edited: Omit<Edited, "shown" | "lookup">): Promise<void> {
    const turn = (this.#turn += 1);
    const { content } = await call<Page>("GET", path`/api/pages/${pageId}`);
    const { anchor, property } = edited;
    if (turn !== this.#turn || !anchor.isConnected) return;
    const shown = typedValue(property, findEntry(readFrontMatter(content)?.entries ?? [], property.name));
    openValueEditor({ ...edited, shown, lookup: lookupFor(pageId, property.folderId) });
  }
}
