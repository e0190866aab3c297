/** Which lines of a Markdown text are settings: those of front matter, and of fences with YAML or a view. */

const FENCE = /^(?:`{3,}|~{3,})[ \t]*(?:ya?ml|view)[ \t]*$/;

/** Indexes from 0, without the lines that begin and end them. */
export function settingLines(lines: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>();
  let end: string | null = lines[0] === "---" ? "---" : null;
  for (let i = end === null ? 0 : 1; i < lines.length; i += 1) {
    const line = lines[i] ?? "";
    if (end === null) end = FENCE.test(line) ? (/^(?:`+|~+)/.exec(line)?.[0] ?? null) : null;
    else if (line === end || (end === "---" && line === "...")) end = null;
    else found.add(i);
  }
  return found;
}
