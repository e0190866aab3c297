/** A folder's pages as a board with a column for each value of a choice. A drop, or Alt and an arrow key, sets the value. */
import type { FolderRow } from "../../../features/properties/contract.ts";
import type { Property } from "../../../formats/properties/schema.ts";
import { words } from "../../../words/views.ts";
import { Icon, IconButton } from "../../shared/icons.tsx";
import { Chip } from "../../shared/properties/value-view.tsx";
import { announceForScreenReaders } from "../ui/notice.ts";
import { CardContent, titleOf } from "./cards.tsx";
import { groupsOf, type RowGroup } from "./model.ts";
import { useRefocus } from "./refocus.ts";
import type { ViewProps } from "./view-props.ts";

const DRAGGED = "application/x-page";

type Props = ViewProps & { readonly by: Property };

export function BoardView(props: Props) {
  const { view, rows, columns, by, actions } = props;
  const { host, keep } = useRefocus();
  const groups = groupsOf(rows, by);
  const move = (row: FolderRow, group: RowGroup): void => {
    if (!actions.canEdit(row) || group.rows.includes(row)) return;
    keep(row.page.id);
    actions.set(row, by, group.label);
    announceForScreenReaders(words.moved(titleOf(row), labelOf(group, by)));
  };
  const press = (event: KeyboardEvent, row: FolderRow, at: number): void => {
    const { key, altKey, currentTarget } = event;
    if (!(currentTarget instanceof HTMLElement) || event.target !== currentTarget) return;
    const isRtl = getComputedStyle(currentTarget).direction === "rtl";
    const side = { ArrowLeft: isRtl ? 1 : -1, ArrowRight: isRtl ? -1 : 1 }[key];
    const step = { ArrowUp: -1, ArrowDown: 1 }[key];
    const next = side === undefined ? undefined : groups[at + side];
    if (altKey && next) move(row, next);
    else if (!altKey && side !== undefined) focusCard(host.current, at + side, row, groups[at]);
    else if (!altKey && step !== undefined) focusCard(host.current, at, row, groups[at], step);
    else if (key === "Enter") currentTarget.querySelector("a")?.click();
    else return;
    event.preventDefault();
  };
  const shown = columns.filter(({ name }) => name !== by.name);
  return (
    <div ref={host} class="view-board" role="group" aria-label={view.name}>
      {groups.map((group, at) => (
        <section
          key={group.key}
          aria-label={labelOf(group, by)}
          data-column={at}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            const row = rows.find(({ page }) => page.id === event.dataTransfer?.getData(DRAGGED));
            if (row) move(row, group);
          }}
        >
          <ColumnHead group={group} by={by} make={actions.make} />
          <ul>
            {group.rows.map((row) => (
              <Card
                key={row.page.id}
                row={row}
                columns={shown}
                actions={actions}
                press={(event) => press(event, row, at)}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

const labelOf = ({ label }: RowGroup, by: Property): string => label ?? words.noValue(by.name);

type HeadProps = Pick<Props, "by"> & { readonly group: RowGroup; readonly make: Props["actions"]["make"] };

const ColumnHead = ({ group, by, make }: HeadProps) => (
  <h3>
    {group.label === null ? (
      <span class="muted">{labelOf(group, by)}</span>
    ) : (
      <Chip property={by} label={group.label} />
    )}
    <span class="muted">{group.rows.length}</span>
    <OverLimit group={group} />
    {make !== null && (
      <IconButton
        icon="plus"
        label={words.newPageIn(labelOf(group, by))}
        onClick={() => make(new Map(group.label === null ? [] : [[by.name, group.label]]))}
      />
    )}
  </h3>
);

type CardProps = Pick<Props, "columns" | "actions"> & {
  readonly row: FolderRow;
  readonly press: (event: KeyboardEvent) => void;
};

const Card = ({ row, columns, actions, press }: CardProps) => (
  <li
    class="view-card"
    data-card={row.page.id}
    tabIndex={0}
    title={actions.canEdit(row) ? words.moveHint : undefined}
    draggable={actions.canEdit(row)}
    onDragStart={({ dataTransfer }) => dataTransfer?.setData(DRAGGED, row.page.id)}
    onKeyDown={press}
  >
    <CardContent row={row} columns={columns} />
  </li>
);

const OverLimit = ({ group: { option, rows } }: { readonly group: RowGroup }) =>
  option !== null && option.limit !== null && rows.length > option.limit ? (
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
