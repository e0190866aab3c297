/**
 * Draws the tree: only the rows in view, all of the same height, so that the height of omitted rows is known. The Worker
 * prints the rows around the open page, with no space for rows omitted above.
 */
import { Icon, PageIcon } from "../icons.tsx";
import { labelOf } from "../page-kinds.ts";
import { type Row, rowsOf, type Tree, type TreePage } from "./tree.ts";
import { words } from "../../../words/frame.ts";

/** A range of row indexes; `to` is exclusive. */
type Span = { readonly from: number; readonly to: number };

export type TreeState = {
  readonly tree: Tree;
  /** The row in the tab order. */
  readonly active: string | null;
  readonly selected: ReadonlySet<string>;
  /** Pages to be moved when they are pasted. */
  readonly cut: ReadonlySet<string>;
  readonly renaming: string | null;
  /** Pages just changed by others. */
  readonly fresh: ReadonlySet<string>;
  /** Pages with unread messages from others. */
  readonly unread: ReadonlySet<string>;
  /** Their ancestors, which are marked while collapsed. */
  readonly aboveUnread: ReadonlySet<string>;
  readonly span: Span;
  /** In pixels; null until measured. */
  readonly rowHeight: number | null;
};

const PRINTED_ROWS = 30;
/** Number of rows printed above the open page. */
const ABOVE = 10;
/** Maximum indentation depth. */
const DEEPEST = 9;

/** The state that the Worker prints and the browser starts with. */
export function firstState(tree: Tree, current: string | null): TreeState {
  const rows = rowsOf(tree);
  const at = rows.findIndex(({ page }) => page !== null && page.id === current);
  const from = Math.max(0, Math.min(at - ABOVE, rows.length - PRINTED_ROWS));
  return {
    tree,
    active: (at === -1 ? rows[0]?.page?.id : current) ?? null,
    selected: new Set(),
    cut: new Set(),
    renaming: null,
    fresh: new Set(),
    unread: new Set(),
    aboveUnread: new Set(),
    span: { from, to: from + PRINTED_ROWS },
    rowHeight: null,
  };
}

/** Key of a row: its page, or the level for a placeholder. */
export const keyOf = ({ page, parentId }: Row): string => page?.id ?? `more-${parentId}`;

type TreeProps = {
  readonly label: string;
  readonly state: TreeState;
  readonly rows: readonly Row[];
  readonly current: string | null;
  readonly mayCreate: boolean;
};

export const TreeView = ({ label, state, rows, current, mayCreate }: TreeProps) => {
  const parts = [];
  let drawn = 0;
  const leaveOut = (until: number): void => {
    const height = (until - drawn) * (state.rowHeight ?? 0);
    if (until > drawn)
      parts.push(<div key={`gap-${until}`} role="none" {...(height > 0 && { style: { height: `${height}px` } })} />);
  };
  for (const index of indexesOf(rows, state)) {
    const row = rows[index];
    if (!row) continue;
    leaveOut(index);
    parts.push(
      <TreeRow key={keyOf(row)} row={row} state={state} isCurrent={row.page?.id === current} add={mayCreate} />,
    );
    drawn = index + 1;
  }
  leaveOut(rows.length);
  return (
    <div class="tree" role="tree" aria-label={label} aria-multiselectable="true">
      {parts}
    </div>
  );
};

/** The rows in view, and the active one, which would lose the focus if it were removed. */
function indexesOf(rows: readonly Row[], { span, active }: TreeState): readonly number[] {
  const indexes = new Set<number>();
  for (let index = span.from; index < Math.min(span.to, rows.length); index += 1) indexes.add(index);
  const at = rows.findIndex((row) => keyOf(row) === active);
  if (at !== -1) indexes.add(at);
  return [...indexes].toSorted((a, b) => a - b);
}

type RowProps = { readonly row: Row; readonly state: TreeState; readonly isCurrent: boolean; readonly add: boolean };

const TreeRow = ({ row, state, isCurrent, add }: RowProps) => {
  const { page, depth, place, size } = row;
  const key = keyOf(row);
  const at = {
    role: "treeitem",
    class: page && state.fresh.has(page.id) ? "tree-row fresh" : "tree-row",
    "data-row": key,
    "data-depth": Math.min(depth, DEEPEST),
    "aria-level": depth,
    "aria-posinset": place,
    "aria-setsize": size,
    tabIndex: key === state.active ? 0 : -1,
  } as const;
  if (!page) return <div {...at}>{words.morePages}</div>;
  const kindAndTitle = words.pageOfKind(labelOf(page.type), page.title);
  const name = page.isPending === true ? `${kindAndTitle} (${words.notSent})` : kindAndTitle;
  const isUnread = state.unread.has(page.id) || (!row.isOpen && state.aboveUnread.has(page.id));
  return (
    <div
      {...at}
      aria-label={isUnread ? words.withUnread(name) : name}
      {...(page.hasChildren && { "aria-expanded": row.isOpen })}
      {...(state.selected.size > 0 && { "aria-selected": state.selected.has(page.id) })}
      {...(isCurrent && { "aria-current": "page" })}
      {...(state.cut.has(page.id) && { "data-cut": true })}
      {...(isUnread && { "data-unread": true })}
    >
      {page.hasChildren && (
        <button
          type="button"
          class="twist"
          data-twist
          tabIndex={-1}
          aria-label={row.isOpen ? words.fold : words.unfold}
        >
          <Icon name="chevron-right" />
        </button>
      )}
      {state.renaming === page.id ? (
        <input
          class="tree-name"
          data-name
          aria-label={words.newTitle}
          defaultValue={page.title}
          maxLength={255}
          autocomplete="off"
        />
      ) : (
        <RowLink page={page} isCurrent={isCurrent} />
      )}
      {state.rowHeight !== null && <RowActions add={add} />}
    </div>
  );
};

const RowLink = ({ page, isCurrent }: { readonly page: TreePage; readonly isCurrent: boolean }) => (
  <a href={`/pages/${page.id}`} tabIndex={-1} {...(isCurrent && { "aria-current": "page" })}>
    <PageIcon type={page.type} icon={page.icon} />
    <span class="truncate">{page.title}</span>
    {page.isPending === true && <span class="muted">{words.notSent}</span>}
  </a>
);

const RowActions = ({ add }: { readonly add: boolean }) => (
  <span class="tree-actions">
    {add && (
      <button
        type="button"
        class="tree-act"
        data-add
        tabIndex={-1}
        aria-label={words.newPageInside}
        title={words.newPageInside}
      >
        <Icon name="plus" />
      </button>
    )}
    <button
      type="button"
      class="tree-act"
      data-menu
      tabIndex={-1}
      aria-label={words.actions}
      aria-haspopup="menu"
      title={words.actions}
    >
      <Icon name="ellipsis" />
    </button>
  </span>
);
