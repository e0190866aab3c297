/** The views of a folder: tabs above the list, and the rows of the chosen view in place of it. */
import { type ComponentChildren, render } from "preact";
import type { FolderRow } from "../../../features/properties/contract.ts";
import type { PropertyValue } from "../../../formats/properties/front-matter.ts";
import { findProperty, type Property, readSchema } from "../../../formats/properties/schema.ts";
import { readViews, setViewOption, setWhere, type View, writeSort } from "../../../formats/properties/view-blocks.ts";
import { holdsMarkdown, isTextEditable } from "../../../kernel/page-type.ts";
import { words } from "../../../words/views.ts";
import type { WrittenDocument } from "../document/document-page.ts";
import type { ListChange } from "../properties/list-change.ts";
import { onHub } from "../shell/hub-events.ts";
import { element, need } from "../ui/dom.ts";
import { showError } from "../ui/notice.ts";
import { BoardView } from "./board.tsx";
import { CalendarView } from "./calendar.tsx";
import { CardsView } from "./cards.tsx";
import { CellEditor } from "./cell-editor.ts";
import { Foot } from "./foot.tsx";
import { addOption, openNewProperty, openPropertyMenu } from "./declare.tsx";
import { keepChoice } from "./kept-choice.ts";
import { FolderText } from "./folder-text.ts";
import { columnsOf, inherited, propertiesOf } from "./model.ts";
import { makePageInView } from "./new-page.ts";
import { FolderRows } from "./rows.ts";
import { TableView } from "./table.tsx";
import { openNewView, openViewMenu, ViewTabs } from "./tabs.tsx";
import { type ViewEdits, ViewTools } from "./tools.tsx";
import type { ViewActions, ViewProps } from "./view-props.ts";
import "../../styles/calendar.css";
import "../../styles/folder-views.css";

/** How long (ms) changes by others are collected before the rows are read again. */
const GAP_MS = 400;
/** Pages of a view whose changes are reported at once, and how often (ms) the others are looked at. */
const FOLLOWED = 8;
const LOOK_MS = 30_000;

type Options = {
  readonly root: HTMLElement;
  readonly signal: AbortSignal;
  readonly written: WrittenDocument | null;
};

export class FolderViews {
  readonly #root: HTMLElement;
  readonly #signal: AbortSignal;
  readonly #written: WrittenDocument | null;
  readonly #text: FolderText;
  readonly #rows: FolderRows;
  readonly #cell = new CellEditor();
  readonly #host = element("div", { class: "folder-view" });
  readonly #tabs: HTMLElement;
  /** The name of the chosen view; null for the list of all pages. */
  #chosen: string | null = null;
  /** Options that a reader without the right to edit changed: they are not written into the text. */
  #own: Partial<Pick<View, "where" | "sort" | "columns" | "by">> = {};
  #requested = "";
  #followed: readonly string[] = [];
  #following = new AbortController();
  #timer = 0;

  constructor({ root, signal, written }: Options) {
    this.#root = root;
    this.#signal = signal;
    this.#written = written;
    const id = root.dataset["page"] ?? "";
    this.#text = new FolderText(id, () => this.#draw());
    this.#rows = new FolderRows(() => this.#draw());
    this.#tabs = need("[data-folder-tabs]", HTMLElement, root);
    need("[data-rows]", HTMLElement, root).before(this.#host);
    this.#tabs.replaceChildren();
    const look = setInterval(() => document.visibilityState === "visible" && this.#later(), LOOK_MS);
    document.addEventListener("visibilitychange", () => this.#later(), { signal });
    signal.addEventListener("abort", () => {
      clearInterval(look);
      clearTimeout(this.#timer);
      render(null, this.#host);
      render(null, this.#tabs);
    });
  }

  async start(chosen: string | null): Promise<void> {
    this.#chosen = chosen;
    await this.#text.open(this.#written);
  }

  /** Null shows the list of all pages. */
  choose(name: string | null): void {
    this.#chosen = name;
    this.#own = {};
    keepChoice(this.#text.pageId, name);
    this.#draw();
  }

  addView(anchor: HTMLElement): void {
    openNewView(anchor, this.#text, this.#schema(), (name) => this.choose(name));
  }

  /** A view of another folder has the declarations that apply there. */
  #schema(view: View | null = null): readonly Property[] {
    const own = view?.fromId ? [] : readSchema(this.#text.text);
    return own.length > 0 ? own : inherited(this.#rows.declared);
  }

  /** Reads the rows again soon, unless a value is being edited. */
  #later(): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      if (this.#chosen !== null && !this.#signal.aborted) void this.#rows.refresh().catch(showError);
    }, GAP_MS);
  }

  /** The first pages of the view are followed; changes of the others show when the rows are read again. */
  #follow(): void {
    const pages = this.#rows.rows.slice(0, FOLLOWED).map(({ page }) => page.id);
    if (this.#followed.length > 0 && this.#followed.join() === pages.join()) return;
    this.#followed = pages;
    this.#following.abort();
    this.#following = new AbortController();
    const folderId = this.#text.pageId;
    const revisions = new Map<string, number>();
    onHub(
      {
        texts: [folderId, ...pages],
        event: (event) => {
          if (event.type === "tree") this.#later();
          if (event.type !== "text") return;
          const isKnown = revisions.has(event.pageId);
          const shown = this.#rows.rows.find(({ page }) => page.id === event.pageId)?.page.revision;
          if (event.pageId === folderId) void this.#text.refresh().catch(showError);
          else if (isKnown || (shown !== undefined && event.revision > shown)) this.#later();
          revisions.set(event.pageId, event.revision);
        },
        missed: () => this.#later(),
      },
      AbortSignal.any([this.#signal, this.#following.signal]),
    );
  }

  #draw(): void {
    if (this.#signal.aborted) return;
    const { text } = this.#text;
    const views = readViews(text).filter(({ of }) => of === "pages");
    const stored = views.find(({ name }) => name === this.#chosen) ?? null;
    const view = stored && { ...stored, ...this.#own };
    this.#root.classList.toggle("shows-view", view !== null);
    const list = need("[data-rows]", HTMLElement, this.#root);
    list.hidden = view !== null;
    render(
      <ViewTabs
        views={views}
        chosen={view?.name ?? null}
        choose={(name) => this.choose(name)}
        menu={
          this.#text.isEditable
            ? (each, anchor) => openViewMenu(anchor, each, this.#text, (name) => this.choose(name))
            : null
        }
      />,
      this.#tabs,
    );
    for (const button of this.#root.querySelectorAll("[data-act=show-folder]"))
      if (view) button.setAttribute("aria-pressed", "false");
    render(view && this.#content(view), this.#host);
    if (!view) return;
    this.#request(view);
    this.#follow();
  }

  #request(view: View): void {
    const query = view.where.map((each) => (view.where.length > 1 ? `(${each})` : each)).join(" and ");
    const sort = view.sort.slice(0, 3).map((each) => writeSort([each]));
    const folderId = view.fromId ?? this.#text.pageId;
    const request = { folderId, sort, ...(query !== "" && { query }) };
    const wanted = JSON.stringify(request);
    if (wanted === this.#requested) return;
    this.#requested = wanted;
    this.#rows.load(request).catch(showError);
  }

  #content(view: View): ComponentChildren {
    const { rows, error, isLoaded } = this.#rows;
    const schema = this.#schema(view);
    const properties = propertiesOf(schema, rows);
    const columns = columnsOf(view, properties);
    const props = { view, rows, properties, columns, actions: this.#actions(view, schema, properties) };
    return (
      <>
        <ViewTools
          key={view.name}
          {...{ view, schema, properties, columns }}
          edits={this.#edits(view)}
          fault={error instanceof Error ? error.message : null}
        />
        {!isLoaded ? <p class="muted">{words.loading}</p> : <Body {...props} />}
        {isLoaded && rows.length === 0 && error === null && (
          <p class="muted folder-empty">{view.where.length > 0 ? words.noPages : words.noPagesYet}</p>
        )}
        <Foot
          count={rows.length}
          hasMore={this.#rows.hasMore}
          more={() => void this.#rows.more().catch(showError)}
          make={props.actions.make}
        />
      </>
    );
  }

  #edits(view: View): ViewEdits {
    const find = (text: string): View | undefined => readViews(text).find(({ name }) => name === view.name);
    if (!this.#text.isEditable)
      return {
        setWhere: (where) => this.#change({ where }),
        set: (key, value) => this.#change(own(key, value)),
      };
    return {
      setWhere: (where) =>
        void this.#text.edit((text) => {
          const now = find(text);
          return now ? setWhere(text, now, where) : null;
        }),
      set: (key, value) =>
        void this.#text.edit((text) => {
          const now = find(text);
          return now ? setViewOption(text, now, key, value) : null;
        }),
    };
  }

  #change(changed: Partial<View>): void {
    this.#own = { ...this.#own, ...changed };
    this.#draw();
  }

  #actions(view: View, schema: readonly Property[], properties: readonly Property[]): ViewActions {
    const { isEditable } = this.#text;
    const declares = isEditable && view.fromId === null;
    const place = { driveId: this.#root.dataset["drive"] ?? "", folderId: view.fromId ?? this.#text.pageId };
    const makes = isEditable && this.#root.dataset["members"] !== undefined;
    const set = (row: FolderRow, property: Property, value: PropertyValue, change?: ListChange | null): void =>
      void this.#rows.set(row, property, value, change).catch(showError);
    return {
      canEdit: ({ page, rights }) => rights.canEdit && holdsMarkdown(page.type) && isTextEditable(page.type),
      set,
      edit: (row, property, anchor, done) =>
        this.#cell.open(row.page.id, {
          anchor,
          property,
          commit: (value, change) => set(row, property, value, change),
          addOption:
            declares && findProperty(schema, property.name)
              ? (label) => addOption(this.#text, property.name, label)
              : null,
          closed: done,
        }),
      make: makes
        ? (values) => void makePageInView({ ...place, view, schema, properties, values }).catch(showError)
        : null,
      addProperty: declares ? (anchor) => openNewProperty(this.#text, anchor) : null,
      propertyMenu: declares
        ? (property, anchor) =>
            openPropertyMenu(this.#text, property, anchor, this.#edits(view), columnsOf(view, properties))
        : null,
    };
  }
}

const own = (key: "sort" | "columns" | "by", value: string | null): Partial<View> => {
  if (key === "by") return { by: value };
  const [view] = readViews(`\`\`\`view\n${key}: ${value ?? ""}\n\`\`\``);
  return key === "sort" ? { sort: view?.sort ?? [] } : { columns: view?.columns ?? [] };
};

const Body = (props: ViewProps) => {
  const { view, properties } = props;
  const named = view.by === null ? null : findProperty(properties, view.by);
  if (view.kind === "board") {
    const by = named ?? properties.find(({ type }) => type === "choice");
    return by ? <BoardView {...props} by={by} /> : <p class="muted">{words.needsChoice}</p>;
  }
  if (view.kind === "calendar") {
    const by = named ?? properties.find(({ type }) => type === "date");
    return by ? <CalendarView {...props} by={by} /> : <p class="muted">{words.needsDate}</p>;
  }
  return view.kind === "gallery" || view.kind === "list" ? <CardsView {...props} /> : <TableView {...props} />;
};
