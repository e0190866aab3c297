/** Makes a printed chart interactive: values under the pointer, and zooming by dragging over a range. */
import uPlot from "uplot";
import { topOf } from "../../shared/chart.ts";
import { words } from "../../../words/metrics.ts";
import { inUnit, type Unit } from "../../shared/number-format.ts";
import { element, need } from "../ui/dom.ts";

/** A table row: the start of the time bucket, and each column's value as a number and as text. */
type Step = { readonly time: string; readonly cells: readonly HTMLDataElement[] };
type Drawn = { readonly column: number; readonly look: string };

/** The Worker writes the unit of a chart into its markup. */
const isUnit = (value: string | undefined): value is Unit =>
  value === "count" || value === "milliseconds" || value === "dollars";

/** Fraction of a time bucket's width that its bar fills, without a maximum bar width. */
const columns = uPlot.paths.bars?.({ size: [0.7, Infinity] });

export function startChart(figure: HTMLElement, signal: AbortSignal): void {
  const frame = need(".chart-frame", HTMLElement, figure);
  const print = need("svg", SVGSVGElement, frame);
  const head = [...figure.querySelectorAll(".numbers thead th")].slice(1).map(({ textContent }) => textContent);
  const steps = readSteps(figure);
  const drawn = (steps[0]?.cells ?? []).flatMap(({ dataset: { drawn: look } }, column) =>
    look === undefined ? [] : [{ column, look }],
  );
  if (steps.length === 0 || drawn.length === 0) return;
  const host = element("div", { class: "chart-plot", "aria-hidden": "true" });
  const tip = element("div", { class: "card small chart-tip", hidden: true });
  print.after(host);
  // Hidden rather than removed: the colours are read from its marks.
  print.setAttribute("hidden", "");
  const reset = element("button", { type: "button", class: "quiet", hidden: true }, words.wholeRange);
  need(".chart-key", HTMLElement, figure).append(reset);

  const plot = new uPlot(
    {
      ...sizeOf(host),
      ...looks(print, drawn, steps.length, getComputedStyle(host).direction === "rtl" ? -1 : 1),
      hooks: {
        setCursor: [({ cursor }) => showTip(tip, plot, head, steps[cursor.idx ?? -1])],
        draw: [() => label(figure, plot, steps)],
        setScale: [
          (_, scale) => {
            if (scale === "x") reset.hidden = isWhole(plot, steps.length);
          },
        ],
      },
    },
    toData(steps, drawn),
    host,
  );
  host.append(tip);
  reset.addEventListener("click", () => plot.setScale("x", { min: 0, max: steps.length - 1 }));
  followTouch(plot);
  followPage(plot, host, signal);
}

/** Oldest first; the table lists the newest first. */
function readSteps(figure: HTMLElement): Step[] {
  return [...figure.querySelectorAll<HTMLTableRowElement>(".numbers tbody tr")].toReversed().map((row) => ({
    time: row.querySelector("time")?.textContent ?? "",
    cells: [...row.querySelectorAll("data")],
  }));
}

/** The x axis uses the index of a step rather than its time, so that the last bar is as wide as the others. */
const toData = (steps: readonly Step[], drawn: readonly Drawn[]): uPlot.AlignedData => [
  steps.map((_, index) => index),
  ...drawn.map(({ column }) =>
    steps.map(({ cells }) => {
      const { value = "" } = cells[column] ?? {};
      return value === "" ? null : Number(value);
    }),
  ),
];

const sizeOf = ({ clientWidth: width, clientHeight: height }: HTMLElement) => ({ width, height });

function looks(print: SVGSVGElement, drawn: readonly Drawn[], steps: number, dir: 1 | -1) {
  return {
    padding: [1, 0, 1, 0],
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: true, y: false } },
    scales: {
      x: { time: false, dir, range: (_, min, max) => wholeSteps(min, max, steps) },
      y: { range: (_, __, max) => [0, topOf([[max]])] },
    },
    axes: [
      { show: false },
      {
        size: 0,
        gap: 0,
        ticks: { show: false },
        splits: ({ scales }) => halves(scales["y"]?.max ?? 1),
        values: () => [],
        grid: { stroke: () => colour(print, ".grid", "stroke"), width: 1 },
      },
    ],
    series: [
      {},
      ...drawn.map(({ look }): uPlot.Series => {
        const mark = `.mark-${look}`;
        if (look === "line") {
          const stroke = (): string => colour(print, mark, "stroke");
          return { stroke, width: 1.75, points: { show: false, filter: lonely, size: 5, fill: stroke } };
        }
        const fill = (): string => colour(print, mark, "fill");
        return { fill, width: 0, points: { show: false }, ...(columns && { paths: columns }) };
      }),
    ],
  } satisfies Partial<uPlot.Options>;
}

/** Extends a range to whole steps, from the one that contains `min` to the one that contains `max`. */
function wholeSteps(min: number, max: number, steps: number): [number, number] {
  const first = Math.max(0, Math.floor(min + 0.5));
  const last = Math.min(steps - 1, Math.ceil(max - 0.5));
  return [first - 0.5, Math.max(first, last) + 0.5];
}

/** Steps with a value between two without one: a line would not show them. */
function lonely({ data }: uPlot, series: number): number[] {
  const values = data[series] ?? [];
  const isMissing = (index: number): boolean => (values[index] ?? null) === null;
  return [...values.keys()].filter((index) => !isMissing(index) && isMissing(index - 1) && isMissing(index + 1));
}

const halves = (top: number): number[] => [0, top / 2, top];

/** Read on every draw, so that it follows the theme. */
const colour = (print: SVGSVGElement, mark: string, property: "fill" | "stroke"): string =>
  getComputedStyle(need(mark, SVGElement, print))[property];

const shown = ({ scales }: uPlot): [number, number] => [
  Math.ceil(scales["x"]?.min ?? 0),
  Math.floor(scales["x"]?.max ?? 0),
];

function isWhole(plot: uPlot, steps: number): boolean {
  const [first, last] = shown(plot);
  return first <= 0 && last >= steps - 1;
}

/** Updates the printed scale and times to the visible range. */
function label(figure: HTMLElement, plot: uPlot, steps: readonly Step[]): void {
  const unit = figure.dataset["chart"];
  if (!isUnit(unit)) return;
  const top = plot.scales["y"]?.max ?? 1;
  const [first, last] = shown(plot);
  write(figure, ".chart-scale", [inUnit(unit, top), top < 2 ? "" : inUnit(unit, top / 2), inUnit(unit, 0)]);
  const at = [first, Math.floor((first + last + 1) / 2), last];
  write(
    figure,
    ".chart-times",
    at.map((index) => steps[index]?.time ?? ""),
  );
}

function write(figure: HTMLElement, selector: string, texts: readonly string[]): void {
  const places = need(selector, HTMLElement, figure).children;
  for (const [index, text] of texts.entries()) places[index]?.replaceChildren(text);
}

function showTip(tip: HTMLElement, plot: uPlot, head: readonly string[], step: Step | undefined): void {
  tip.hidden = step === undefined || (plot.cursor.left ?? -1) < 0;
  if (step === undefined || tip.hidden) return;
  const values = step.cells.map(({ textContent }, index) => element("p", {}, `${head[index] ?? ""} ${textContent}`));
  tip.replaceChildren(element("p", {}, step.time), ...values);
  const room = plot.width - tip.offsetWidth;
  tip.style.left = `${Math.max(0, Math.min(room, (plot.cursor.left ?? 0) - tip.offsetWidth / 2))}px`;
}

/** Touch has no hover, so the crosshair follows the finger. */
function followTouch(plot: uPlot): void {
  const follow = ({ pointerType, clientX }: PointerEvent): void => {
    if (pointerType === "mouse") return;
    plot.setCursor({ left: clientX - plot.over.getBoundingClientRect().left, top: 0 });
  };
  plot.over.addEventListener("pointerdown", follow);
  plot.over.addEventListener("pointermove", follow);
}

/** Redraws on a change of width or theme: a canvas follows neither automatically. */
function followPage(plot: uPlot, host: HTMLElement, signal: AbortSignal): void {
  const resized = new ResizeObserver(() => plot.setSize(sizeOf(host)));
  resized.observe(host);
  const redraw = (): void => plot.redraw();
  const themed = new MutationObserver(redraw);
  themed.observe(document.documentElement, { attributeFilter: ["data-appearance"] });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw, { signal });
  signal.addEventListener("abort", () => {
    resized.disconnect();
    themed.disconnect();
    plot.destroy();
  });
}
