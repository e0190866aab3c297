/** The results for all documents as a Markdown table. */
import { median } from "../../runner/quantile.ts";
import type { Outcome } from "./steps.ts";

export type Line = {
  readonly group: string;
  readonly bytes: number;
  /** Null if the result was not the expected one. */
  readonly outcome: Outcome | null;
};

const size = (bytes: number): string =>
  bytes >= 10_000 ? `${Math.round(bytes / 1_000).toLocaleString("en")} kB` : `${bytes.toLocaleString("en")} B`;

/** One row per kind, in the order of the run; times are medians in ms. */
export function formatOutcomes(lines: readonly Line[], processors: number): string {
  const groups = [...new Set(lines.map(({ group }) => group))];
  const rows = groups.map((group) => {
    const own = lines.filter((line) => line.group === group);
    const done = own.flatMap(({ outcome }) => (outcome ? [outcome] : []));
    const counts = new Map<string, number>();
    for (const { result } of done) counts.set(result, (counts.get(result) ?? 0) + 1);
    const wrong = own.length - done.length;
    const results = [...counts].map(([result, n]) => (n === own.length ? result : `${n} × ${result}`));
    return [
      group,
      String(own.length),
      size(Math.max(...own.map(({ bytes }) => bytes))),
      median(done.map(({ uploadMs }) => uploadMs)).toFixed(0),
      median(done.map(({ readMs }) => readMs)).toFixed(0),
      [...results, ...(wrong > 0 ? [`${wrong} wrong`] : [])].join("; "),
    ];
  });
  const table = [
    ["kind", "files", "largest", "upload ms", "read ms", "outcome"],
    Array<string>(6).fill("---"),
    ...rows,
  ];
  return `${processors} cores, shared\n\n${table.map((cells) => `| ${cells.join(" | ")} |`).join("\n")}\n`;
}
