/** A chart and its table, from one definition, so that they cannot disagree. */
import type { ComponentChildren } from "preact";
import type { TimeRange } from "../../features/monitoring/contract.ts";
import { BOX, columnsPath, linePath, stepAt, topOf, type Values } from "../shared/chart.ts";
import { words } from "../../words/metrics.ts";
import { inUnit, stepTime, type Unit } from "../shared/number-format.ts";

/** `drawn` is the chart style; columns without it are only in the table. All drawn columns have the same unit. */
export type Column = {
  readonly label: string;
  readonly values: Values;
  readonly unit: Unit;
  readonly drawn?: "columns" | "faults" | "line";
};

type ChartProps = {
  readonly title: string;
  readonly range: TimeRange;
  /** Start of each step. */
  readonly at: readonly string[];
  readonly columns: readonly Column[];
};

/** The browser replaces the drawing with an interactive chart, based on the numbers in the table. */
export const Chart = ({ title, range, at, columns }: ChartProps) => {
  const drawn = columns.filter((column) => column.drawn !== undefined);
  const top = topOf(drawn.map(({ values }) => values));
  const unit = drawn[0]?.unit ?? "count";
  return (
    <figure class="chart" aria-label={title} data-chart={unit}>
      <figcaption class="row muted small chart-key">
        {drawn.map(({ label, drawn: look }) => (
          <span class={`key key-${look}`}>{label}</span>
        ))}
      </figcaption>
      <div class="chart-frame">
        <div class="chart-scale" aria-hidden="true">
          <span>{inUnit(unit, top)}</span>
          <span>{top < 2 ? "" : inUnit(unit, top / 2)}</span>
          <span>{inUnit(unit, 0)}</span>
        </div>
        <Drawing title={title} range={range} at={at} columns={drawn} top={top} />
        <div class="chart-times" aria-hidden="true">
          {[0, Math.floor(at.length / 2), at.length - 1].map((index) => (
            <span>{stepTime(at[index] ?? "", range)}</span>
          ))}
        </div>
      </div>
      <Numbers range={range} at={at} columns={columns} />
    </figure>
  );
};

const Drawing = ({ title, range, at, columns, top }: ChartProps & { top: number }) => (
  <svg viewBox={`0 0 ${BOX.width} ${BOX.height}`} preserveAspectRatio="none" role="img" aria-label={words.chart(title)}>
    <path class="grid" d={`M0 0H${BOX.width}M0 ${BOX.height / 2}H${BOX.width}M0 ${BOX.height}H${BOX.width}`} />
    {columns.map(({ values, drawn }) => (
      <path class={`mark-${drawn}`} d={drawn === "line" ? linePath(values, top) : columnsPath(values, top)} />
    ))}
    {at.map((iso, index) => {
      const { x, width } = stepAt(index, at.length);
      return (
        <rect class="step" x={x} y={0} width={width} height={BOX.height}>
          <title>
            {words.stepValues(
              stepTime(iso, range),
              columns.map(({ label, values, unit }) => `${label} ${inUnit(unit, values[index] ?? null)}`),
            )}
          </title>
        </rect>
      );
    })}
  </svg>
);

const Numbers = ({ range, at, columns }: Omit<ChartProps, "title">) => (
  <details class="numbers">
    <summary>{words.numbers}</summary>
    <Table head={[words.from, ...columns.map(({ label }) => label)]}>
      {at
        .map((iso, index) => (
          <tr>
            <th scope="row">
              <time datetime={iso}>{stepTime(iso, range)}</time>
            </th>
            {columns.map(({ values, unit, drawn }) => (
              <td>
                <data value={values[index] ?? ""} data-drawn={drawn}>
                  {inUnit(unit, values[index] ?? null)}
                </data>
              </td>
            ))}
          </tr>
        ))
        .toReversed()}
    </Table>
  </details>
);

type TableProps = { head: readonly string[]; label?: string | undefined; children?: ComponentChildren };

/** A table of numbers, whose first column names the row. It scrolls horizontally, also by keyboard, if it is too wide. */
export const Table = ({ head, label = head[0], children }: TableProps) => (
  <div class="table" role="group" aria-label={label} tabindex={0}>
    <table>
      <thead>
        <tr>{head.map((name) => (name === "" ? <td /> : <th scope="col">{name}</th>))}</tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);

/** Key figures, shown before the charts. */
export const Facts = ({ of }: { of: readonly (readonly [label: string, value: string])[] }) => (
  <dl class="facts">
    {of.map(([label, value]) => (
      <div>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
