/** The filter, sorting, columns and grouping of a view: each is a line of the view in the folder's text. */
import { useState } from "preact/hooks";
import { findProperty, type Property } from "../../../formats/properties/schema.ts";
import { type Sort, type View, writeNames, writeSort } from "../../../formats/properties/view-blocks.ts";
import { QueryFault } from "../../../formats/query/faults.ts";
import { parseQuery } from "../../../formats/query/parse.ts";
import { fieldsOf, type QueryFields } from "../../../formats/query/query.ts";
import { words } from "../../../words/views.ts";
import type { IconName } from "../../shared/icon-names.ts";
import { Icon, IconButton } from "../../shared/icons.tsx";
import { TYPE_ICONS } from "../../shared/properties/value-view.tsx";
import { faultSentence } from "../../shared/properties/query-fault.ts";
import { openMenu } from "../ui/menu.tsx";
import { type Choice } from "../properties/pick-list.tsx";
import { openPickList } from "../properties/pick-layer.tsx";

/** Changes of a view: lines of the text, or only what is shown, for readers. */
export type ViewEdits = {
  readonly setWhere: (where: readonly string[]) => void;
  readonly set: (key: "sort" | "columns" | "by", value: string | null) => void;
};

type Props = {
  readonly view: View;
  readonly schema: readonly Property[];
  readonly properties: readonly Property[];
  readonly columns: readonly Property[];
  readonly edits: ViewEdits;
  /** From the service, for a filter that only it can refuse. */
  readonly fault: string | null;
};

export function ViewTools({ view, schema, properties, columns, edits, fault }: Props) {
  const [isFiltering, setFiltering] = useState(false);
  const hasFilter = view.where.length > 0 || isFiltering;
  return (
    <div class="view-tools">
      <div class="row wrap" role="group" aria-label={view.name}>
        <Tool
          icon="list-filter"
          label={words.filter}
          count={view.where.length}
          isOn={hasFilter}
          press={() => setFiltering(!isFiltering)}
        />
        <Tool
          icon="arrow-down-up"
          label={words.sort}
          count={view.sort.length}
          press={(anchor) => openSort(view, properties, edits, anchor)}
        />
        {(view.kind === "board" || view.kind === "calendar" || view.kind === "table") && (
          <Tool
            icon="square-kanban"
            label={words.groupBy}
            count={view.by === null ? 0 : 1}
            press={(anchor) => openGroups(view, properties, edits, anchor)}
          />
        )}
        {view.kind !== "calendar" && (
          <Tool
            icon="table-2"
            label={words.columns}
            count={view.columns.length}
            press={(anchor) => openColumns(properties, columns, edits, anchor)}
          />
        )}
      </div>
      {hasFilter && <Filter where={view.where} fields={fieldsOf(schema)} save={edits.setWhere} isNew={isFiltering} />}
      {fault !== null && (
        <p role="alert" class="view-fault">
          {fault}
        </p>
      )}
    </div>
  );
}

type ToolProps = {
  readonly icon: IconName;
  readonly label: string;
  readonly count: number;
  readonly isOn?: boolean;
  readonly press: (anchor: HTMLElement) => void;
};

const Tool = ({ icon, label, count, isOn, press }: ToolProps) => (
  <button
    type="button"
    class="quiet"
    aria-expanded={isOn}
    aria-haspopup={isOn === undefined ? "menu" : undefined}
    onClick={({ currentTarget }) => press(currentTarget)}
  >
    <Icon name={icon} />
    {label}
    {count > 0 && <span class="view-count">{count}</span>}
  </button>
);

type FilterProps = {
  readonly where: readonly string[];
  readonly fields: QueryFields;
  readonly save: (where: readonly string[]) => void;
  /** Shows an empty condition. */
  readonly isNew: boolean;
};

/** All conditions apply. Each is one line of the view. */
function Filter({ where, fields, save, isNew }: FilterProps) {
  const [added, setAdded] = useState(isNew && where.length === 0 ? 1 : 0);
  const rows = [...where, ...Array.from({ length: Math.max(added, where.length === 0 ? 1 : 0) }, () => "")];
  const set = (at: number, source: string): void => {
    if (source === (where[at] ?? "")) return;
    save(rows.flatMap((each, n) => (n === at ? (source === "" ? [] : [source]) : each === "" ? [] : [each])));
    setAdded(0);
  };
  return (
    <div class="view-filter">
      {rows.map((source, at) => (
        <Condition
          key={`${at}:${source}`}
          source={source}
          fields={fields}
          save={(next) => set(at, next)}
          remove={source === "" ? null : () => set(at, "")}
        />
      ))}
      {rows.at(-1) !== "" && (
        <button type="button" class="quiet" onClick={() => setAdded(1)}>
          <Icon name="plus" />
          {words.addCondition}
        </button>
      )}
    </div>
  );
}

/** The message, and the character at which the condition is wrong; null for a valid one. */
function faultIn(source: string, fields: QueryFields): { readonly message: string; readonly at: number } | null {
  try {
    if (source.trim() !== "") parseQuery(source, fields);
    return null;
  } catch (error) {
    if (!(error instanceof QueryFault)) throw error;
    const { place } = error;
    const at =
      place !== null && typeof place === "object" && "character" in place ? place.character - 1 : source.length;
    return { message: faultSentence(error), at };
  }
}

type ConditionProps = {
  readonly source: string;
  readonly fields: QueryFields;
  readonly save: (source: string) => void;
  readonly remove: (() => void) | null;
};

function Condition({ source, fields, save, remove }: ConditionProps) {
  const [typed, setTyped] = useState(source);
  const [fault, setFault] = useState<string | null>(() => faultIn(source, fields)?.message ?? null);
  const submit = (field: HTMLInputElement, isLeft: boolean): void => {
    const found = faultIn(typed, fields);
    setFault(found?.message ?? null);
    if (found === null) save(typed.trim());
    else if (!isLeft) field.setSelectionRange(found.at, found.at);
  };
  return (
    <div class="view-condition">
      <input
        type="text"
        dir="ltr"
        spellcheck={false}
        autocomplete="off"
        aria-label={words.filterField}
        aria-invalid={fault !== null}
        aria-describedby={fault === null ? undefined : "view-fault"}
        placeholder={words.filterExample}
        value={typed}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setFault(null);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter") submit(event.currentTarget, false);
          if (event.key === "Escape") setTyped(source);
        }}
        onBlur={({ currentTarget }) => submit(currentTarget, true)}
      />
      {remove !== null && <IconButton icon="x" label={words.removeCondition} onClick={remove} />}
      {fault !== null && (
        <p id="view-fault" role="alert" class="view-fault">
          {fault}
        </p>
      )}
    </div>
  );
}

function openSort(view: View, properties: readonly Property[], edits: ViewEdits, anchor: HTMLElement): void {
  const names = [words.title, ...properties.map(({ name }) => name)];
  const written = (name: string): string => (name === words.title ? "Title" : name);
  let sort = view.sort;
  const find = (typed: string): Choice[] =>
    names
      .filter((name) => name.toLowerCase().includes(typed.toLowerCase()))
      .flatMap((name) =>
        [false, true].map((isDescending): Choice => {
          const own: Sort = { name: written(name), isDescending };
          const isOn = sort.some((each) => isSame(each.name, own.name) && each.isDescending === isDescending);
          return {
            key: `${isDescending ? "-" : ""}${name}`,
            content: <span>{isDescending ? words.descending(name) : words.ascending(name)}</span>,
            isOn,
            pick: () => {
              const others = sort.filter((each) => !isSame(each.name, own.name));
              sort = isOn ? others : [...others, own].slice(-3);
              edits.set("sort", sort.length === 0 ? null : writeSort(sort));
            },
          };
        }),
      );
  openPickList(anchor, { label: words.sortBy, find });
}

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

function openColumns(
  properties: readonly Property[],
  columns: readonly Property[],
  edits: ViewEdits,
  anchor: HTMLElement,
): void {
  let shown = columns.map(({ name }) => name);
  const find = (typed: string): Choice[] =>
    properties
      .filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase()))
      .map(({ name, type }): Choice => {
        const isOn = shown.includes(name);
        return {
          key: name,
          content: (
            <span class="prop-link">
              <Icon name={TYPE_ICONS[type]} />
              <bdi>{name}</bdi>
            </span>
          ),
          isOn,
          pick: () => {
            shown = isOn ? shown.filter((each) => each !== name) : [...shown, name];
            // The title is always shown; naming it keeps a view without other columns.
            edits.set("columns", writeNames(["Title", ...shown]));
          },
        };
      });
  openPickList(anchor, { label: words.columns, find });
}

function openGroups(view: View, properties: readonly Property[], edits: ViewEdits, anchor: HTMLElement): void {
  const fitting = properties.filter(({ type }) =>
    view.kind === "calendar" ? type === "date" : type === "choice" || (view.kind === "table" && type !== "date"),
  );
  const current = view.by === null ? null : findProperty(properties, view.by);
  const items = fitting.map((property) => ({
    title: property.name,
    icon: TYPE_ICONS[property.type],
    isOn: property === current,
    run: () => edits.set("by", property.name),
  }));
  const none = { title: words.noGroups, isOn: current === null, run: () => edits.set("by", null) };
  openMenu(words.groupBy, anchor, view.kind === "table" ? [none, ...items] : items, () => anchor.focus());
}
