/** Renders a table: printed by the Worker, and drawn in the editor by a widget with the same rows. */
import { Component, type ComponentChildren } from "preact";
import { ownDirection } from "./direction.ts";
import { type Alignment, rowsOf, type TableLine, type TableModel } from "./table-model.ts";

/** Renders the source between two positions of the table. */
type ShowCell = (from: number, to: number) => ComponentChildren;

/** Keys that keep elements stable while rows and columns are added and removed. */
export type TableKeys = { readonly rows: readonly number[]; readonly columns: readonly number[] };

type Props = {
  readonly source: string;
  readonly model: TableModel;
  readonly inline: ShowCell;
  readonly keys?: TableKeys;
};

export const Table = ({
  place,
  ...props
}: Props & { /** CSS classes for the table's context. */ readonly place: string }) => (
  <div class={tableClass(place)} dir={ownDirection(props.source) ?? undefined}>
    <TableRows {...props} />
  </div>
);

/** Class of the element that a table scrolls in. */
export const tableClass = (place: string): string => `md-tw ${place}`.trimEnd();

/** Maximum table size at which short rows are padded. Padding larger tables could produce columns × rows cells. */
const MAX_FILLED_CELLS = 50_000;

/** The table without its scroll container. */
export const TableRows = ({ source, model, inline, keys }: Props) => {
  const isFilled = model.alignments.length * (model.body.length + 1) <= MAX_FILLED_CELLS;
  const [header, ...body] = rowsOf(model).map((line, row) => {
    const columns = isFilled ? model.alignments : model.alignments.slice(0, line.segments.length);
    const cells = columns.map((alignment, column) => (
      <Cell
        key={keys?.columns[column] ?? column}
        isHeader={row === 0}
        alignment={alignment}
        {...contentOf(source, line, column)}
        inline={inline}
      />
    ));
    return <tr key={keys?.rows[row] ?? row}>{cells}</tr>;
  });
  return (
    <table class="md-table">
      <thead>{header}</thead>
      {body.length > 0 && <tbody>{body}</tbody>}
    </table>
  );
};

/** A cell missing from the line is empty. */
function contentOf(source: string, { segments }: TableLine, column: number) {
  const { from, to } = segments[column] ?? { from: 0, to: 0 };
  return { from, to, text: source.slice(from, to) };
}

type CellProps = {
  readonly isHeader: boolean;
  readonly alignment: Alignment;
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly inline: ShowCell;
};

/** Rerendered only when its own text changes, so that a keystroke in a large table updates one cell. */
class Cell extends Component<CellProps> {
  override shouldComponentUpdate(next: CellProps): boolean {
    return next.text !== this.props.text || next.alignment !== this.props.alignment;
  }

  override render() {
    const { isHeader, alignment, from, to, text, inline } = this.props;
    const look = alignment === null ? undefined : `md-${alignment}`;
    const content = <div class="md-cell">{text === "" ? null : inline(from, to)}</div>;
    if (!isHeader) return <td class={look}>{content}</td>;
    return (
      <th scope="col" class={look}>
        {content}
      </th>
    );
  }
}
