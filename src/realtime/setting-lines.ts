/** Finds the setting lines of a Markdown text: front matter, and fences with YAML or a view. */

const FENCE = /^(?:`{3,}|~{3,})[ \t]*(?:ya?ml|view)[ \t]*$/;

/** Settings including their delimiter lines; indexes from 0, `end` is exclusive. */
export type SettingRange = { readonly start: number; readonly end: number; readonly isFence: boolean };

export function settingRanges(lines: readonly string[]): SettingRange[] {
  const ranges: SettingRange[] = [];
  let start = 0;
  let end: string | null = lines[0] === "---" ? "---" : null;
  const add = (to: number): void => void ranges.push({ start, end: to, isFence: end !== "---" });
  for (let i = end === null ? 0 : 1; i < lines.length; i += 1) {
    const line = lines[i] ?? "";
    if (end === null) {
      end = FENCE.test(line) ? (/^(?:`+|~+)/.exec(line)?.[0] ?? null) : null;
      start = i;
    } else if (line === end || (end === "---" && line === "...")) {
      add(i + 1);
      end = null;
    }
  }
  // The last settings are unterminated.
  if (end !== null) add(lines.length + 1);
  return ranges;
}

/** Excludes the delimiter lines. */
export function settingLines(lines: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>();
  for (const { start, end } of settingRanges(lines)) for (let i = start + 1; i < end - 1; i += 1) found.add(i);
  return found;
}

const KEY = /^[^\s#-][^:]*(?=:(?:\s|$))/;

/** Removes new properties that the other side has added too, each with the lines below it. */
export function withoutKeysOf(other: readonly string[], lines: readonly string[]): string[] {
  const keys = new Set(other.flatMap((line) => KEY.exec(line)?.[0] ?? []));
  let isKept = true;
  return lines.filter((line) => {
    if (!/^\s/.test(line)) isKept = !keys.has(KEY.exec(line)?.[0] ?? "");
    return isKept;
  });
}
