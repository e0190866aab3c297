/** Editing the properties of the open page: each change is a splice of the lines of one property. */
import type { EditorView } from "@codemirror/view";
import {
  bodyStart,
  findEntry,
  readFrontMatter,
  type PropertyValue,
} from "../../../../formats/properties/front-matter.ts";
import {
  moveProperty,
  removeProperty,
  renameProperty,
  setProperty,
} from "../../../../formats/properties/front-matter-edits.ts";
import { propertyOf } from "../../../../formats/properties/guess.ts";
import {
  declareProperty,
  findProperty,
  newProperty,
  type Property,
  type PropertyType,
} from "../../../../formats/properties/schema.ts";
import { typedValue } from "../../../../formats/properties/values.ts";
import type { Edit } from "../../../../formats/tasks/edits.ts";
import { words } from "../../../../words/properties.ts";
import type { PropertyScope } from "../../../shared/properties/context.ts";
import { editPage } from "../../properties/edit-page.ts";
import { setOrChange } from "../../properties/list-change.ts";
import { loadScope } from "../../properties/load-scope.ts";
import { lookupFor } from "../../properties/lookup.ts";
import { openPropertyForm } from "../../properties/property-form.tsx";
import { openValueEditor } from "../../properties/value-editor.tsx";
import { readSchema } from "../../../../formats/properties/schema.ts";
import { openMenu, type MenuItem } from "../../ui/menu.tsx";
import { editorContext } from "../context.ts";
import { focusField, type PanelAction } from "./panel-widget.ts";
import { LINES_KEY, togglePropertyLines } from "./panel-lines.ts";
import { keyName } from "../../ui/key-names.ts";
import { scopeStore } from "./scope.ts";

/** The front matter, whether its panel or its lines are shown, and nothing of the text below it. */
function matterOf({ state }: EditorView): string {
  const text = state.sliceDoc();
  return text.slice(0, bodyStart(text));
}

/** Applies edits to the text as it is now. If they are not possible, says so. */
function change(view: EditorView, edits: (matter: string) => readonly Edit[] | null): boolean {
  const changes = edits(matterOf(view));
  if (changes === null) {
    view.state.facet(editorContext)?.announce(words.cannotEdit);
    return false;
  }
  if (changes.length > 0) view.dispatch({ changes: [...changes], userEvent: "property" });
  return true;
}

const entryOf = (view: EditorView, key: string) => findEntry(readFrontMatter(matterOf(view))?.entries ?? [], key);

export function act(view: EditorView, action: PanelAction, key: string, control: HTMLElement): void {
  if (action === "add") {
    addProperty(view, control).catch((error: unknown) => view.state.facet(editorContext)?.showError(error));
    return;
  }
  if (action === "lines") return void togglePropertyLines(view);
  if (action === "menu") return openPropertyMenu(view, key, control);
  const entry = entryOf(view, key);
  if (entry === null) return;
  if (action === "check") {
    const isOn = control instanceof HTMLInputElement && control.checked;
    change(view, (matter) => setProperty(matter, key, isOn));
    return;
  }
  editValue(view, key, control);
}

/** `as`: the property of a value that does not show its type yet. */
function editValue(view: EditorView, key: string, anchor: Element, as?: Property): void {
  const { state } = view;
  const entry = entryOf(view, key);
  if (entry === null) return;
  const property = as ?? propertyOf(state.field(scopeStore).value.schema, entry);
  openValueEditor({
    anchor,
    property,
    shown: typedValue(property, entry),
    lookup: lookupFor(state.facet(editorContext)?.pageId ?? "", property.folderId),
    commit: (value, item) => void change(view, (matter) => setOrChange(matter, property, value, item)),
    addOption: optionAdder(view, property),
    closed: () => focusField(view, { key }),
  });
}

/** Null if the user may not change the folder's declarations, or if the property is not declared. */
function optionAdder(view: EditorView, property: Property): ((label: string) => void) | null {
  const { folder, declares, schema } = view.state.field(scopeStore).value;
  if (!declares || folder === null || findProperty(schema, property.name) === null) return null;
  return (label) => {
    const option = { label, color: null, limit: null, isDone: false, was: null };
    declare(view, folder.id, (text) => {
      const now = findProperty(readSchema(text), property.name);
      return now && declareProperty(text, { ...now, options: [...now.options, option] });
    });
  };
}

/** Edits the folder's declarations, and shows them here at once. */
function declare(view: EditorView, folderId: string, edits: (text: string) => readonly Edit[] | null): void {
  const store = view.state.field(scopeStore);
  editPage(folderId, edits)
    .then((page) =>
      page
        ? store.set({ ...store.value, schema: readSchema(page.content) })
        : view.state.facet(editorContext)?.announce(words.cannotEdit),
    )
    .catch((error: unknown) => view.state.facet(editorContext)?.showError(error));
}

function openPropertyMenu(view: EditorView, key: string, anchor: HTMLElement): void {
  const keys = (readFrontMatter(matterOf(view))?.entries ?? []).flatMap((each) => each.key ?? []);
  const at = keys.indexOf(key);
  const back = (): void => void focusField(view, { key });
  const move = (before: string | null): void => {
    change(view, (matter) => moveProperty(matter, key, before));
    back();
  };
  const items: MenuItem[] = [
    { title: words.editProperty, icon: "pencil", run: () => pressField(view, key) },
    { title: words.rename, icon: "type", run: () => rename(view, key, anchor) },
    ...(at > 0 ? [{ title: words.moveUp, icon: "arrow-up", run: () => move(keys[at - 1] ?? null) } as const] : []),
    ...(at < keys.length - 1
      ? [{ title: words.moveDown, icon: "arrow-down", run: () => move(keys[at + 2] ?? null) } as const]
      : []),
    {
      title: words.showLines,
      icon: "code",
      hint: keyName(LINES_KEY),
      part: "lines",
      run: () => void togglePropertyLines(view, entryOf(view, key)?.valueAt.from),
    },
    { title: words.remove, icon: "trash", part: "last", run: () => removeFrom(view, key) },
  ];
  openMenu(words.menuOf(key), anchor, items, back);
}

function pressField(view: EditorView, key: string, as?: Property): void {
  const { activeElement } = focusField(view, { key }) ? document : { activeElement: null };
  if (activeElement instanceof HTMLInputElement) return;
  if (activeElement) editValue(view, key, activeElement, as);
}

/** The last property takes the delimiter lines with it. */
function removeFrom(view: EditorView, key: string): void {
  const isRemoved = change(view, (matter) => {
    const edits = removeProperty(matter, key);
    const isLast = readFrontMatter(matter)?.entries.every((entry) => entry.key === key) === true;
    return isLast ? [{ from: 0, to: matter.length }] : edits;
  });
  if (isRemoved) view.state.facet(editorContext)?.announce(words.removed(key));
  if (!focusField(view, "last")) view.focus();
}

function rename(view: EditorView, key: string, anchor: HTMLElement): void {
  openPropertyForm({
    anchor,
    name: key,
    isTaken: (name) => entryOf(view, name) !== null && name.toLowerCase() !== key.toLowerCase(),
    closed: () => focusField(view, { key }),
    submit: ({ name }) => {
      if (change(view, (matter) => renameProperty(matter, key, name))) focusField(view, { key: name });
    },
  });
}

const EMPTY_OF: Partial<Record<PropertyType, PropertyValue>> = { choices: [], people: [], checkbox: false };

/** The declarations of a page without front matter are not printed with it. */
async function knowScope({ state }: EditorView): Promise<PropertyScope> {
  const store = state.field(scopeStore);
  const pageId = state.facet(editorContext)?.pageId;
  if (store.value.folder === null && pageId !== undefined) store.set({ ...store.value, ...(await loadScope(pageId)) });
  return store.value;
}

/** Opens the form for a new property, at its button or at the first line of the text. */
export async function addProperty(view: EditorView, control?: Element): Promise<void> {
  const anchor = control ?? view.contentDOM.firstElementChild ?? view.dom;
  const { schema, folder, declares } = await knowScope(view);
  const missing = schema.filter(
    ({ name, type }) => type !== "formula" && type !== "rollup" && entryOf(view, name) === null,
  );
  openPropertyForm({
    anchor,
    name: "",
    offered: missing,
    folderTitle: declares ? (folder?.title ?? null) : null,
    withType: true,
    isTaken: (name) => entryOf(view, name) !== null,
    closed: () => (focusField(view, "last") ? undefined : view.focus()),
    submit: ({ name, type, isShared }) => {
      const known = findProperty(schema, name);
      if (!known && isShared && folder !== null)
        declare(view, folder.id, (text) => declareProperty(text, newProperty(name, type)));
      const isAdded = change(view, (matter) => setProperty(matter, name, EMPTY_OF[known?.type ?? type] ?? null));
      if (!isAdded) return;
      // The panel is drawn once the syntax tree has it.
      requestAnimationFrame(() => pressField(view, name, known ?? newProperty(name, type)));
    },
  });
}
