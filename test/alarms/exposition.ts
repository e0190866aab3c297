/** A strict reader of the Prometheus text format 0.0.4: throws for anything that the format or its conventions forbid. */

export class Samples {
  readonly #values = new Map<string, number>();
  readonly #types = new Map<string, string>();

  constructor(values: Map<string, number>, types: Map<string, string>) {
    this.#values = values;
    this.#types = types;
  }

  get size(): number {
    return this.#values.size;
  }

  /** By name and labels, as they were printed. */
  get(series: string): number | undefined {
    return this.#values.get(series);
  }

  /** All series that may only grow. */
  counters(): [string, number][] {
    return [...this.#values].filter(([series]) => {
      const name = series.split("{")[0] ?? "";
      return this.#types.get(familyOf(name, this.#types)) !== "gauge";
    });
  }
}

const LABEL = String.raw`[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*"`;
const SAMPLE = new RegExp(String.raw`^([a-zA-Z_:][a-zA-Z0-9_:]*)(\{${LABEL}(?:,${LABEL})*\})? (\S+)$`);

/** Samples of a histogram have names that extend that of their family. */
const familyOf = (name: string, types: ReadonlyMap<string, string>): string => {
  const base = name.replace(/_(bucket|sum|count)$/, "");
  return types.get(base) === "histogram" ? base : name;
};

function fail(line: string, why: string): never {
  throw new Error(`${why}: ${line}`);
}

export function parseExposition(text: string): Samples {
  if (!text.endsWith("\n")) throw new Error("The last line has no end.");
  const values = new Map<string, number>();
  const types = new Map<string, string>();
  const helps = new Set<string>();
  let current = "";
  for (const line of text.slice(0, -1).split("\n")) {
    const [, help] = /^# HELP ([a-z_:][a-z0-9_:]*) \S.*$/.exec(line) ?? [];
    const [, typed, type] = /^# TYPE ([a-z_:][a-z0-9_:]*) (counter|gauge|histogram)$/.exec(line) ?? [];
    if (help !== undefined) {
      if (helps.has(help)) fail(line, "a second HELP");
      helps.add(help);
    } else if (typed !== undefined) {
      if (!helps.has(typed) || types.has(typed)) fail(line, "a TYPE without HELP, or twice");
      if (!typed.startsWith("octavo_")) fail(line, "no prefix");
      if ((type === "counter") !== typed.endsWith("_total")) fail(line, "only counters end in _total");
      types.set(typed, type ?? "");
      current = typed;
    } else {
      const [, name = "", labels = "", number = ""] = SAMPLE.exec(line) ?? fail(line, "no sample");
      if (familyOf(name, types) !== current) fail(line, "outside of its family");
      const names = [...labels.matchAll(/(?:\{|",)([a-zA-Z_][a-zA-Z0-9_]*)=/g)].map(([, label]) => label);
      if (new Set(names).size !== names.length) fail(line, "a label twice");
      const value = Number(number);
      if (!Number.isFinite(value) || value < 0) fail(line, "no value");
      if (values.has(name + labels)) fail(line, "a series twice");
      values.set(name + labels, value);
    }
  }
  checkHistograms(values, types);
  return new Samples(values, types);
}

/** Buckets are cumulative and end with +Inf, which is the count. */
function checkHistograms(values: ReadonlyMap<string, number>, types: ReadonlyMap<string, string>): void {
  for (const [family, type] of types) {
    if (type !== "histogram") continue;
    const buckets = [...values].filter(([series]) => series.startsWith(`${family}_bucket{`));
    const bySeries = Map.groupBy(buckets, ([series]) => series.replace(/,?le="[^"]*"/, "").replace("_bucket", ""));
    for (const [series, list] of bySeries) {
      const ends = list.map(([name]) => Number(/le="([^"]*)"/.exec(name)?.[1]?.replace("+Inf", "Infinity")));
      const isSorted = ends.every((end, i) => i === 0 || end > (ends[i - 1] ?? 0));
      const isCumulative = list.every(([, count], i) => i === 0 || count >= (list[i - 1]?.[1] ?? 0));
      const labels = series.slice(family.length);
      const count = values.get(`${family}_count${labels}`);
      if (!isSorted || !isCumulative || ends.at(-1) !== Infinity || list.at(-1)?.[1] !== count)
        fail(series, "no histogram");
      if (!values.has(`${family}_sum${labels}`)) fail(series, "no sum");
    }
  }
}
