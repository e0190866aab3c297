/** What failed, found in what a check printed: a run of many thousand lines is read from its end. */

const MOST = 10;
/** In lines. A difference of two values stands below the message. */
const REASON = 8;

/** In characters. A message may carry a whole answer. */
const LINE = 500;

/** Where a stack begins, as either prints it. */
const STACK = /^\s*(?:at |❯ )/;

// What colours look like in a terminal (ECMA-48 §8.3.117).
// oxlint-disable-next-line no-control-regex
const COLOUR = /\u001b\[[0-9;]*m/g;

/** A failed test as vitest heads it (` FAIL  |project| file > name`) and as `node --test` does below its summary. */
const HEADING = /^(?: FAIL {2}|✖ (?!failing tests:))(.+)$/;

/** One line a failed test: its name, and why. Each test once, at most ten and how many more there are. */
export function failures(output: string): string[] {
  const lines = output.replace(COLOUR, "").split("\n");
  // `node --test` names a failed test where it ran and once more, with the reason, at the end.
  const summary = lines.findLastIndex((line) => line === "✖ failing tests:");
  const found = new Map<string, string>();
  for (const [at, line] of lines.entries()) {
    const name = at < summary ? undefined : HEADING.exec(line)?.[1];
    if (name === undefined || found.has(name)) continue;
    // Tests that failed for one reason are headed together, the reason below the last.
    const first = at + 1 + lines.slice(at + 1).findIndex((next) => next.trim() !== "" && !HEADING.test(next));
    const below = lines.slice(first);
    const end = below.findIndex((next) => STACK.test(next) || HEADING.test(next));
    const reason = below.slice(0, end < 0 ? REASON : Math.min(end, REASON)).map((next) => next.trim());
    found.set(name, `${name.trim()}: ${reason.filter(Boolean).join(" ") || "no reason printed"}`.slice(0, LINE));
  }
  const named = [...found.values()];
  return named.length <= MOST ? named : [...named.slice(0, MOST), `and ${named.length - MOST} more`];
}

/** The files with failed tests of a run of `node --test`, each once. */
export function failedFiles(output: string): string[] {
  const found = output.replace(COLOUR, "").matchAll(/^test at (.+?):\d+:\d+$/gm);
  return [...new Set([...found].map(([, file = ""]) => file))];
}
