/** Extracts the failures from a check's output, since runs of many thousand lines are read from the end. */

const MAX_NAMED = 10;
/** In lines. The difference of two values is printed below the message. */
const REASON = 8;

/** In characters. A message may contain a whole response. */
const LINE = 500;

/** Start of a stack trace in the output of either test runner. */
const STACK = /^\s*(?:at |❯ )/;

// ANSI colour sequences (ECMA-48 §8.3.117).
// oxlint-disable-next-line no-control-regex
const COLOUR = /\u001b\[[0-9;]*m/g;

/** The heading of a failed test in vitest (` FAIL  |project| file > name`) and in `node --test` below its summary. */
const HEADING = /^(?: FAIL {2}|✖ (?!failing tests:))(.+)$/;

/**
 * One line per failed test, with its name and reason. Lists each test once, at most ten, and how many more there are.
 */
export function failures(output: string): string[] {
  const lines = output.replace(COLOUR, "").split("\n");
  // `node --test` prints a failed test where it ran, and again with the reason at the end.
  const summary = lines.findLastIndex((line) => line === "✖ failing tests:");
  const found = new Map<string, string>();
  for (const [at, line] of lines.entries()) {
    const name = at < summary ? undefined : HEADING.exec(line)?.[1];
    if (name === undefined || found.has(name)) continue;
    // Tests that failed for the same reason have consecutive headings, with the reason below the last.
    const first = at + 1 + lines.slice(at + 1).findIndex((next) => next.trim() !== "" && !HEADING.test(next));
    const below = lines.slice(first);
    const end = below.findIndex((next) => STACK.test(next) || HEADING.test(next));
    const reason = below.slice(0, end < 0 ? REASON : Math.min(end, REASON)).map((next) => next.trim());
    found.set(name, `${name.trim()}: ${reason.filter(Boolean).join(" ") || "no reason printed"}`.slice(0, LINE));
  }
  const named = [...found.values()];
  return named.length <= MAX_NAMED ? named : [...named.slice(0, MAX_NAMED), `and ${named.length - MAX_NAMED} more`];
}

/** The files with failed tests in the output of `node --test`, each once. */
export function failedFiles(output: string): string[] {
  const found = output.replace(COLOUR, "").matchAll(/^test at (.+?):\d+:\d+$/gm);
  return [...new Set([...found].map(([, file = ""]) => file))];
}
