/** A folder's pages as a table: one row a page, one column a property. Arrow keys move, Enter edits. */
import { Fragment } from "preact";
import { useRef, useState } from "preact/hooks";
import type { FolderRow } from "../../../features/properties/contract.ts";
import type { Property } from "../../../formats/properties/schema.ts";
import { findProperty } from "../../../formats/properties/schema.ts";
import { words as propertyWords } from "../../../words/properties.ts";
import { words } from "../../../words/views.ts";
import { Icon, IconButton, PageIcon } from "../../shared/icons.tsx";
import { TYPE_ICONS, ValueView } from "../../shared/properties/value-view.tsx";
import { groupsOf, shownIn } from "./model.ts";
import type { ViewProps } from "./view-props.ts";
import "../../styles/view-table.css";

type Place = { readonly row: number; readonly column: number };

const STEPS: Readonly<Record<string, Place>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
};

export function TableView(props: ViewProps) {
  const { view, rows, columns, properties, actions } = props;
  const table = useRef<HTMLTableElement>(null);
  const [at, setAt] = useState<Place>({ row: 0, column: 0 });
  const by = view.by === null ? null : findProperty(properties, view.by);
  const groups = by ? groupsOf(rows, by).filter((group) => group.rows.length > 0) : null;
  const ordered = groups ? groups.flatMap((group) => group.rows) : rows;
  const focus = (place: Place): void => {
    const row = Math.max(0, Math.min(ordered.length - 1, place.row));
    const column = Math.max(0, Math.min(columns.length, place.column));
    setAt({ row, column });
    table.current?.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`)?.focus();
  };
  const edit = (place: Place, cell: HTMLElement): void => {
    const [row, property] = [ordered[place.row], columns[place.column - 1]];
    if (row && !property) cell.querySelector("a")?.click();
    if (!row || !property || !actions.canEdit(row)) return;
    if (property.type === "checkbox") actions.set(row, property, shownIn(row, property).value !== true);
    else actions.edit(row, property, cell, () => focus(place));
  };
  const press = (event: KeyboardEvent): void => {
    const cell = event.target instanceof HTMLElement && event.target.matches("[data-cell]") ? event.target : null;
    if (!cell || !table.current) return;
    const isRtl = getComputedStyle(table.current).direction === "rtl";
    const step = STEPS[event.key];
    if (step) focus({ row: at.row + step.row, column: at.column + step.column * (isRtl ? -1 : 1) });
    else if (event.key === "Home") focus({ row: event.ctrlKey ? 0 : at.row, column: 0 });
    else if (event.key === "End") focus({ row: event.ctrlKey ? ordered.length : at.row, column: columns.length });
    else if (event.key === "Enter" || event.key === "F2" || event.key === " ") edit(at, cell);
    else return;
    event.preventDefault();
  };
  const cells = { columns, at, actions, setAt, edit };
  let index = 0;
  return (
    <div class="view-scroll">
      <table ref={table} role="grid" class="view-table" aria-label={view.name} onKeyDown={press}>
        <TableHead columns={columns} actions={actions} />
        {(groups ?? [{ key: "all", label: null, rows }]).map((group) => (
          <tbody key={group.key}>
            {groups && by && (
              <tr class="view-group">
                <th colSpan={columns.length + 1 + (actions.addProperty ? 1 : 0)} scope="rowgroup">
                  {group.label ?? words.noValue(by.name)} <span class="muted">{group.rows.length}</span>
                </th>
              </tr>
            )}
            {group.rows.map((row) => (
              <Row key={row.page.id} row={row} index={index++} {...cells} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

const TableHead = ({ columns, actions }: Pick<ViewProps, "columns" | "actions">) => (
  <thead>
    <tr>
      <th scope="col">
        <span>
          <Icon name="type" />
          {words.title}
        </span>
      </th>
      {columns.map((property) => (
        <Head key={property.name} property={property} actions={actions} />
      ))}
      {actions.addProperty !== null && (
        <th class="view-add">
          <IconButton
            icon="plus"
            label={propertyWords.addProperty}
            onClick={({ currentTarget }) => actions.addProperty?.(currentTarget)}
          />
        </th>
      )}
    </tr>
  </thead>
);

type HeadProps = { readonly property: Property; readonly actions: ViewProps["actions"] };

const Head = ({ property, actions }: HeadProps) => {
  const label = (
    <>
      <Icon name={TYPE_ICONS[property.type]} />
      <bdi>{property.name}</bdi>
    </>
  );
  return (
    <th scope="col">
      {actions.propertyMenu === null ? (
        <span>{label}</span>
      ) : (
        <button
          type="button"
          class="quiet"
          aria-haspopup="menu"
          onClick={({ currentTarget }) => actions.propertyMenu?.(property, currentTarget)}
        >
          {label}
        </button>
      )}
    </th>
  );
};

type RowProps = Pick<ViewProps, "columns" | "actions"> & {
  readonly row: FolderRow;
  readonly index: number;
  readonly at: Place;
  readonly setAt: (place: Place) => void;
  readonly edit: (place: Place, cell: HTMLElement) => void;
};

const Row = ({ row, index, columns, at, actions, setAt, edit }: RowProps) => {
  const cell = (column: number) => ({
    "data-cell": `${index}:${column}`,
    tabIndex: at.row === index && at.column === column ? 0 : -1,
    onFocus: () => setAt({ row: index, column }),
  });
  return (
    <tr>
      <th scope="row" role="rowheader" {...cell(0)}>
        <a href={`/pages/${row.page.id}`} tabIndex={-1}>
          <PageIcon type={row.page.type} icon={row.page.icon} />
          <bdi class="truncate">{row.page.title || words.untitled}</bdi>
        </a>
      </th>
      {columns.map((property, n) => {
        const shown = shownIn(row, property);
        const canEdit = actions.canEdit(row) && property.type !== "formula" && property.type !== "rollup";
        return (
          <td
            key={property.name}
            role="gridcell"
            aria-readonly={!canEdit || undefined}
            data-type={property.type}
            {...cell(n + 1)}
            onClick={({ target, currentTarget }) => {
              if (target instanceof Element && target.closest("a")) return;
              edit({ row: index, column: n + 1 }, currentTarget);
            }}
          >
            <div class="view-cell">
              {property.type === "checkbox" && shown.fits ? (
                <Checked isOn={shown.value === true} />
              ) : (
                <ValueView property={property} shown={shown} />
              )}
            </div>
          </td>
        );
      })}
      {actions.addProperty !== null && <td class="view-add" />}
    </tr>
  );
};

/** The cell itself is the control. */
const Checked = ({ isOn }: { readonly isOn: boolean }) => (
  <Fragment>
    <span class={isOn ? "view-check is-on" : "view-check"} aria-hidden="true">
      {isOn && <Icon name="check" />}
    </span>
    <span class="hidden">{isOn ? propertyWords.yes : propertyWords.no}</span>
  </Fragment>
);
