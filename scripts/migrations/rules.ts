/** Rules for migrations that can be checked from name and text alone. */
import type { Migration } from "../schema.ts";

/** Sentences about violations; empty if there are none. */
export function judgeMigrations(migrations: readonly Migration[]): string[] {
  if (migrations.length === 0) return ["There are no migrations."];
  return [...judgeNames(migrations.map(({ file }) => file)), ...migrations.flatMap(judgeText)];
}

function judgeNames(files: readonly string[]): string[] {
  return files.flatMap((file, index) => {
    const number = /^(\d{4})_[a-z0-9]+(?:_[a-z0-9]+)*\.sql$/.exec(file)?.[1];
    if (number === undefined) return [`${file}: a migration must be named NNNN_name.sql, in lowercase.`];
    const expected = String(index + 1).padStart(4, "0");
    return number === expected
      ? []
      : [`${file}: expected number ${expected} here; numbers must be consecutive and unique.`];
  });
}

/** Statements that delete rows a deployed database may contain. */
const DESTRUCTIVE = /\bdrop\s+table\b|\balter\s+table\s+[^;]*?\bdrop\b/gi;
/** D1 runs each migration in its own transaction and rejects these. */
const REFUSED =
  /^\s*(?:begin\s*(?:transaction|immediate|deferred|exclusive)|begin\s*;|commit|rollback|savepoint|attach|vacuum)\b[^;]*;?/gim;

function judgeText({ file, sql }: Migration): string[] {
  const lines = sql.split("\n");
  // Comments are blanked, not removed, to keep line numbers.
  const code = sql
    .replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, " "))
    .replaceAll(/--[^\n]*/g, (comment) => " ".repeat(comment.length));
  const lineOf = (index: number) => code.slice(0, index).split("\n").length;
  const destructive = [...code.matchAll(DESTRUCTIVE)]
    .map((match) => lineOf(match.index))
    .filter((line) => !isReviewed(lines, line))
    .map((line) => `${file}:${line}: this deletes rows; justify it in a comment \`-- reviewed: …\` above it.`);
  const refused = [...code.matchAll(REFUSED)].map((match) => {
    const start = match.index + (match[0].length - match[0].trimStart().length);
    return `${file}:${lineOf(start)}: D1 refuses \`${match[0].trim()}\` in a migration.`;
  });
  return [...destructive, ...refused];
}

/** Looks on the line itself and in the comment lines directly above it. */
export function isReviewed(lines: readonly string[], line: number): boolean {
  const mark = /--\s*reviewed:\s*\S/;
  for (let at = line - 1; at >= 0; at--) {
    const text = lines[at] ?? "";
    if (at < line - 1 && !text.trimStart().startsWith("--")) return false;
    if (mark.test(text)) return true;
  }
  return false;
}
