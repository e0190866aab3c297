/** The lines of a text that is shown as source, such as code or the rows of a sheet, with additions and removals marked. */
import type { ComponentChildren } from "preact";
import { words } from "../../../words/history.ts";
import { plural } from "../../../words/plural.ts";
import { type Authors, classOf } from "./authors.ts";
import type { ComparedLine } from "./compare.ts";

/** Number of lines shown around a change, as context. */
const AROUND = 3;

export const MarkedSource = ({ lines, authors }: { lines: readonly ComparedLine[]; authors: Authors }) => (
  <pre class="compared compared-source">
    {folded(lines).map((part, at) =>
      typeof part === "number" ? (
        <span key={at} class="compared-gap muted">
          {plural(part, words.stayedLines)}
        </span>
      ) : (
        <span key={at} class="compared-line">
          {contentOf(part, authors)}
        </span>
      ),
    )}
  </pre>
);

function folded(lines: readonly ComparedLine[]): (ComparedLine | number)[] {
  const near = new Set<number>();
  for (const [at, { kind }] of lines.entries())
    if (kind !== "same") for (let place = at - AROUND; place <= at + AROUND; place++) near.add(place);
  const out: (ComparedLine | number)[] = [];
  for (const [at, line] of lines.entries()) {
    const last = out.at(-1);
    if (near.size === 0 || near.has(at)) out.push(line);
    else if (typeof last === "number") out[out.length - 1] = last + 1;
    else out.push(1);
  }
  return out;
}

function contentOf(line: ComparedLine, authors: Authors): ComponentChildren {
  const added = (author: number, text: string) => (
    <ins class={classOf(author)} title={words.addedBy(authors.names[author] ?? "")}>
      {text}
    </ins>
  );
  const removed = (author: number, text: string) => (
    <del class={classOf(author)} title={words.removedBy(authors.names[author] ?? "")}>
      {text}
    </del>
  );
  if (line.kind === "same") return line.text === "" ? " " : line.text;
  if (line.kind === "added") return added(authors.ofAdded(line.start), line.text || " ");
  if (line.kind === "removed") return removed(authors.ofRemoved(line.oldStart), line.text || " ");
  const out: ComponentChildren[] = [];
  let at = 0;
  let shift = 0;
  for (const change of line.changes) {
    out.push(line.text.slice(at, change.from));
    if (change.removed !== "")
      out.push(removed(authors.ofRemoved(line.oldStart + change.from + shift), change.removed));
    for (const part of authors.parts(line.start + change.from, line.start + change.to))
      out.push(added(part.author, line.text.slice(part.from - line.start, part.to - line.start)));
    shift += change.removed.length - (change.to - change.from);
    at = change.to;
  }
  return [...out, line.text.slice(at)];
}
