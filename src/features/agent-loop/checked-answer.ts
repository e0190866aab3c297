/** Removes citations from an answer whose words are not in the lines that the run has read. */
import * as z from "zod";
import { withVerifiedCitations } from "./citations.ts";
import type { ReadPage } from "./page-text.ts";
import { isCall, type StoredStep } from "./run.ts";

/** The result of a tool that shows lines of a page, numbered (`   1 | text`). */
const ShownLines = z.object({ id: z.string(), revision: z.int(), text: z.string() });

const NUMBERED = /^ *(\d+) \| (.*)$/;

export function checkedAnswer(text: string, origin: string, steps: readonly StoredStep[]): string {
  const pages = readPages(steps);
  return withVerifiedCitations(text, origin, (pageId) => pages.get(pageId) ?? null);
}

/** Lines that were not read are empty. Of a page that changed while it was read, only the newest revision counts. */
function readPages(steps: readonly StoredStep[]): ReadonlyMap<string, ReadPage> {
  const pages = new Map<string, { revision: number; lines: string[] }>();
  for (const step of steps) {
    const shown = isCall(step) && step.state === "done" ? ShownLines.safeParse(parsed(step.answer)).data : undefined;
    if (shown === undefined) continue;
    const known = pages.get(shown.id);
    if (known !== undefined && known.revision > shown.revision) continue;
    const page = known?.revision === shown.revision ? known : { revision: shown.revision, lines: [] };
    for (const line of shown.text.split("\n")) {
      const [, number, content] = NUMBERED.exec(line) ?? [];
      if (number !== undefined && content !== undefined) page.lines[Number(number) - 1] = content;
    }
    pages.set(shown.id, page);
  }
  return new Map(
    Array.from(pages, ([id, { revision, lines }]) => [
      id,
      { revision, lines: Array.from(lines, (line) => line ?? "") },
    ]),
  );
}

function parsed(json: string | null): unknown {
  try {
    return JSON.parse(json ?? "null");
  } catch {
    // The message of a call that failed.
    return null;
  }
}
