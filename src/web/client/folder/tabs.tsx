/** The tabs of a folder's views, and the form for another view. */
import { useState } from "preact/hooks";
import type { Property } from "../../../formats/properties/schema.ts";
import {
  addView,
  readViews,
  removeView,
  setViewOption,
  type View,
  VIEW_KINDS,
  type ViewKind,
} from "../../../formats/properties/view-blocks.ts";
import { words as propertyWords } from "../../../words/properties.ts";
import { words } from "../../../words/views.ts";
import { Icon } from "../../shared/icons.tsx";
import { labelOf, VIEW_ICONS } from "../../shared/properties/view-labels.ts";
import { openFormLayer } from "../properties/form-layer.ts";
import { openPropertyForm } from "../properties/property-form.tsx";
import { fieldOf } from "../ui/dom.ts";
import { openMenu } from "../ui/menu.tsx";
import { announce } from "../ui/notice.ts";
import type { FolderText } from "./folder-text.ts";

type TabsProps = {
  readonly views: readonly View[];
  readonly chosen: string | null;
  readonly choose: (name: string) => void;
  /** Null for readers. */
  readonly menu: ((view: View, anchor: HTMLElement) => void) | null;
};

export const ViewTabs = ({ views, chosen, choose, menu }: TabsProps) => (
  <>
    {views.map((view) => (
      <span key={view.from} class="view-tab">
        <button
          type="button"
          class="quiet"
          data-folder-view={view.name}
          aria-pressed={view.name === chosen}
          onClick={() => choose(view.name)}
        >
          <Icon name={VIEW_ICONS[view.kind]} />
          <bdi>{labelOf(view)}</bdi>
        </button>
        {menu !== null && view.name === chosen && (
          <button
            type="button"
            class="quiet icon-only"
            aria-haspopup="menu"
            aria-label={words.viewMenu(labelOf(view))}
            title={words.viewMenu(labelOf(view))}
            onClick={({ currentTarget }) => menu(view, currentTarget)}
          >
            <Icon name="chevron-down" />
          </button>
        )}
      </span>
    ))}
  </>
);

const nowIn = (text: string, { name }: View): View | undefined => readViews(text).find((each) => each.name === name);

const OFFERED_KINDS = VIEW_KINDS.filter((kind) => kind !== "timeline");

export function openViewMenu(
  anchor: HTMLElement,
  view: View,
  text: FolderText,
  choose: (name: string | null) => void,
): void {
  const back = (): void => anchor.focus();
  openMenu(
    words.viewMenu(labelOf(view)),
    anchor,
    [
      ...OFFERED_KINDS.map((kind) => ({
        title: words.kinds[kind],
        icon: VIEW_ICONS[kind],
        section: words.kind,
        isOn: kind === view.kind,
        run: () => {
          text.edit((now) => {
            const own = nowIn(now, view);
            return own ? setViewOption(now, own, "as", kind) : null;
          });
        },
      })),
      { title: words.renameView, icon: "pencil", part: "rest", run: () => rename(anchor, view, text, choose) },
      {
        title: words.showAsText,
        icon: "code",
        part: "rest",
        run: () => text.select(nowIn(text.text, view)?.inner.from ?? 0),
      },
      {
        title: words.removeView,
        icon: "trash",
        part: "last",
        run: () => {
          const isRemoved = text.edit((now) => {
            const own = nowIn(now, view);
            return own ? removeView(now, own) : null;
          });
          if (!isRemoved) return;
          announce(words.removed(labelOf(view)));
          choose(null);
        },
      },
    ],
    back,
  );
}

function rename(anchor: HTMLElement, view: View, text: FolderText, choose: (name: string) => void): void {
  openPropertyForm({
    anchor,
    name: view.name,
    isTaken: (name) => name !== view.name && readViews(text.text).some((each) => each.name === name),
    closed: () => anchor.focus(),
    submit: ({ name }) => {
      const isRenamed = text.edit((now) => {
        const own = nowIn(now, view);
        return own ? setViewOption(now, own, "name", name) : null;
      });
      if (isRenamed) choose(name);
    },
  });
}

/** The property that a board or calendar starts with. */
function usualProperty(kind: ViewKind, schema: readonly Property[]): string | null {
  const type = kind === "board" ? "choice" : kind === "calendar" ? "date" : null;
  return schema.find((property) => property.type === type)?.name ?? null;
}

export function openNewView(
  anchor: HTMLElement,
  text: FolderText,
  schema: readonly Property[],
  made: (name: string) => void,
): void {
  const names = new Set(readViews(text.text).map(({ name }) => name));
  openFormLayer({
    anchor,
    draw: (close) => (
      <NewView
        names={names}
        submit={(name, kind) => {
          close();
          if (text.edit((now) => addView(now, { name, kind, by: usualProperty(kind, schema) }))) made(name);
        }}
      />
    ),
    left: () => anchor.focus(),
  });
}

type NewViewProps = {
  readonly names: ReadonlySet<string>;
  readonly submit: (name: string, kind: ViewKind) => void;
};

/** An equal name gets a number. */
function freeName(name: string, names: ReadonlySet<string>): string {
  for (let n = 1; ; n += 1) {
    const next = n === 1 ? name : `${name} ${n}`;
    if (!names.has(next)) return next;
  }
}

function NewView({ names, submit }: NewViewProps) {
  const [kind, setKind] = useState<ViewKind>("table");
  return (
    <form
      class="prop-form stack"
      aria-label={words.addView}
      onSubmit={(event) => {
        event.preventDefault();
        submit(freeName(fieldOf(event.currentTarget, "name") || words.kinds[kind], names), kind);
      }}
    >
      <div class="row wrap view-kinds" role="radiogroup" aria-label={words.kind}>
        {OFFERED_KINDS.map((each) => (
          <label key={each}>
            <input type="radio" name="kind" class="hidden" checked={each === kind} onChange={() => setKind(each)} />
            <Icon name={VIEW_ICONS[each]} />
            {words.kinds[each]}
          </label>
        ))}
      </div>
      <input
        type="text"
        name="name"
        dir="auto"
        aria-label={words.nameOfView}
        placeholder={words.kinds[kind]}
        maxLength={100}
        autocomplete="off"
      />
      <div class="actions">
        <button type="submit">{propertyWords.add}</button>
      </div>
    </form>
  );
}
