/** The rows of a folder's view: read page by page, changed one value at a time, and read again when others change them. */
import type { FolderRow, RowsAnswer } from "../../../features/properties/contract.ts";
import { setProperty } from "../../../formats/properties/front-matter-edits.ts";
import { findEntry, foldKey, type PropertyValue, readFrontMatter } from "../../../formats/properties/front-matter.ts";
import type { Property } from "../../../formats/properties/schema.ts";
import { typedValue } from "../../../formats/properties/values.ts";
import { words } from "../../../words/properties.ts";
import { call, path } from "../api/api.ts";
import { editPage } from "../properties/edit-page.ts";
import { setOrChange, type ListChange } from "../properties/list-change.ts";
import { announce } from "../ui/notice.ts";
import { today } from "../tasks/today.ts";

export type RowsRequest = { readonly folderId: string; readonly query?: string; readonly sort: readonly string[] };

const PAGE = 100;
/** Rows that are read again at once after a change. */
const MAX_REREAD = 300;

export class FolderRows {
  rows: readonly FolderRow[] = [];
  /** The declarations that apply, also from folders above. */
  declared: RowsAnswer["properties"] = [];
  /** Why the request was refused, such as an error in the filter. */
  error: unknown = null;
  isLoaded = false;
  #request: RowsRequest = { folderId: "", sort: [] };
  #cursor: string | null = null;
  /** Counts requests: an answer that was superseded is dropped. */
  #turn = 0;

  constructor(readonly changed: () => void) {}

  get hasMore(): boolean {
    return this.#cursor !== null;
  }

  async load(request: RowsRequest): Promise<void> {
    this.#request = request;
    await this.#read(1);
  }

  /** Reads the shown rows again. */
  async refresh(): Promise<void> {
    await this.#read(Math.min(MAX_REREAD, this.rows.length));
  }

  async more(): Promise<void> {
    if (this.#cursor === null) return;
    const turn = (this.#turn += 1);
    const answer = await this.#fetch(this.#cursor);
    if (turn !== this.#turn) return;
    this.rows = [...this.rows, ...answer.rows];
    this.#cursor = answer.nextCursor;
    this.changed();
  }

  async #read(count: number): Promise<void> {
    const turn = (this.#turn += 1);
    const rows: FolderRow[] = [];
    let cursor: string | null = null;
    try {
      do {
        // oxlint-disable-next-line no-await-in-loop -- each request needs the previous cursor
        const answer: RowsAnswer = await this.#fetch(cursor);
        if (turn !== this.#turn) return;
        this.declared = answer.properties;
        rows.push(...answer.rows);
        cursor = answer.nextCursor;
      } while (cursor !== null && rows.length < count);
      this.rows = rows;
      this.#cursor = cursor;
      this.error = null;
    } catch (error) {
      if (turn !== this.#turn) return;
      this.error = error;
    }
    this.isLoaded = true;
    this.changed();
  }

  #fetch(cursor: string | null): Promise<RowsAnswer> {
    const { folderId, ...request } = this.#request;
    const body = { ...request, today: today(), limit: PAGE, ...(cursor !== null && { cursor }) };
    return call<RowsAnswer>("POST", path`/api/pages/${folderId}/rows`, body);
  }

  /** Shows the value at once, and writes the line of its property. Rejects, with the old value shown, if that fails. */
  async set(row: FolderRow, property: Property, value: PropertyValue, change: ListChange | null = null): Promise<void> {
    const before = this.rows;
    const written = setProperty("", property.name, value)?.[0]?.insert ?? "";
    this.#replace(row.page.id, { [property.name]: valueIn(written, property) });
    try {
      const page = await editPage(row.page.id, (text) => setOrChange(text, property, value, change));
      if (page === null) {
        this.rows = before;
        announce(words.cannotEdit);
      } else {
        this.#replace(row.page.id, { [property.name]: valueIn(page.content, property) });
      }
    } catch (error) {
      this.rows = before;
      throw error;
    } finally {
      this.changed();
    }
  }

  #replace(pageId: string, values: FolderRow["values"]): void {
    this.rows = this.rows.map((row) =>
      row.page.id === pageId ? { ...row, values: { ...withoutNames(row.values, values), ...values } } : row,
    );
    this.changed();
  }
}

const withoutNames = (values: FolderRow["values"], names: FolderRow["values"]): FolderRow["values"] => {
  const folded = new Set(Object.keys(names).map(foldKey));
  return Object.fromEntries(Object.entries(values).filter(([name]) => !folded.has(foldKey(name))));
};

/** The value in a text. */
function valueIn(text: string, property: Property): FolderRow["values"][string] {
  const {
    value,
    text: shown,
    fits,
  } = typedValue(property, findEntry(readFrontMatter(text)?.entries ?? [], property.name));
  return { value: isList(value) ? [...value] : value, text: shown, fits };
}

type Value = ReturnType<typeof typedValue>["value"];

const isList = (value: Value): value is readonly string[] => Array.isArray(value);
