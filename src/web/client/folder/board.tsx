/** A folder's pages as a board with a column for each value of a choice. A drop, or Alt and an arrow key, sets the value. */
import { useEffect, useRef } from "preact/hooks";
import type { FolderRow } from "../../../features/properties/contract.ts";
import type { Property } from "../../../formats/properties/schema.ts";
import { words } from "../../../words/views.ts";
import { Icon, IconButton } from "../../shared/icons.tsx";
import { Chip } from "../../shared/properties/value-view.tsx";
import { announceForScreenReaders } from "../ui/notice.ts";
import { CardContent, titleOf } from "./cards.tsx";
import { groupsOf, type RowGroup } from "./model.ts";
import type { ViewProps } from "./view-props.ts";

const DRAGGED = "application/x-page";

export function BoardView({ view, rows, columns, by, actions }: ViewProps & { readonly by: Property }) {
  const board = useRef<HTMLDivElement>(null);
  /** The moved card, which is drawn anew in its next column. */
  const moved = useRef<string | null>(null);
  const groups = groupsOf(rows, by);
  useEffect(() => {
    if (moved.current === null) return;
    board.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(moved.current)}"]`)?.focus();
    moved.current = null;
  });
  const move = (row: FolderRow, group: RowGroup): void => {
    if (!actions.canEdit(row) || group.rows.includes(row)) return;
    moved.current = row.page.id;
    actions.set(row, by, group.label);
    announceForScreenReaders(words.moved(titleOf(row), group.label ?? words.noValue(by.name)));
  };
  const press = (event: KeyboardEvent, row: FolderRow, at: number): void => {
    const { key, altKey, currentTarget } = event;
    if (!(currentTarget instanceof HTMLElement) || event.target !== currentTarget) return;
    const isRtl = getComputedStyle(currentTarget).direction === "rtl";
    const side = { ArrowLeft: isRtl ? 1 : -1, ArrowRight: isRtl ? -1 : 1 }[key];
    const step = { ArrowUp: -1, ArrowDown: 1 }[key];
    const next = side === undefined ? undefined : groups[at + side];
    if (altKey && next) move(row, next);
    else if (!altKey && side !== undefined) focusCard(board.current, at + side, row, groups[at]);
    else if (!altKey && step !== undefined) focusCard(board.current, at, row, groups[at], step);
    else if (key === "Enter") currentTarget.querySelector("a")?.click();
    else return;
    event.preventDefault();
  };
  const drop = (event: DragEvent, group: RowGroup): void => {
    event.preventDefault();
    const row = rows.find(({ page }) => page.id === event.dataTransfer?.getData(DRAGGED));
    if (row) move(row, group);
  };
  const shown = columns.filter(({ name }) => name !== by.name);
  return (
    <div ref={board} class="view-board" role="group" aria-label={view.name}>
      {groups.map((group, at) => (
        <section
          key={group.key}
          aria-label={group.label ?? words.noValue(by.name)}
          data-column={at}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => drop(event, group)}
        >
          <h3>
            {group.label === null ? (
              <span class="muted">{words.noValue(by.name)}</span>
            ) : (
              <Chip property={by} label={group.label} />
            )}
            <span class="muted">{group.rows.length}</span>
            <OverLimit group={group} />
            {actions.make !== null && (
              <IconButton
                icon="plus"
                label={words.newPageIn(group.label ?? words.noValue(by.name))}
                onClick={() => actions.make?.(new Map(group.label === null ? [] : [[by.name, group.label]]))}
              />
            )}
          </h3>
          <ul>
            {group.rows.map((row) => (
              <li
                key={row.page.id}
                class="view-card"
                data-card={row.page.id}
                tabIndex={0}
                title={actions.canEdit(row) ? words.moveHint : undefined}
                draggable={actions.canEdit(row)}
                onDragStart={({ dataTransfer }) => dataTransfer?.setData(DRAGGED, row.page.id)}
                onKeyDown={(event) => press(event, row, at)}
              >
                <CardContent row={row} columns={shown} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

const OverLimit = ({ group: { option, rows } }: { readonly group: RowGroup }) =>
  option?.limit != null && rows.length > option.limit ? (
    <span class="view-over" title={words.overLimit(option.limit)}>
      <Icon name="triangle-alert" />
      <span class="hidden">{words.overLimit(option.limit)}</span>
    </span>
  ) : null;

/** The card above or below, or the one at the same height in another column. */
function focusCard(
  board: HTMLElement | null,
  column: number,
  row: FolderRow,
  from: RowGroup | undefined,
  step = 0,
): void {
  const cards = board?.querySelectorAll<HTMLElement>(`[data-column="${column}"] [data-card]`) ?? [];
  const at = (from?.rows.indexOf(row) ?? 0) + step;
  (cards[Math.max(0, Math.min(cards.length - 1, at))] ?? null)?.focus();
}
