/** CODE: source text. Its language follows from the page's title, or else from a `#!` line. */
import { makeFormat } from "./format.ts";
import { languageOfInterpreter, languageOfTitle } from "./languages.ts";

export type Code = {
  readonly text: string;
  /** What the first line asks to be run with: `python3` of `#!/usr/bin/env python3`. */
  readonly interpreter: string | null;
};

export const CODE = makeFormat<Code>({
  keepsBreaks: false,
  parse: (text) => ({ text, interpreter: interpreterOf(text) }),
  print: ({ text }) => text,
});

function interpreterOf(text: string): string | null {
  if (!text.startsWith("#!")) return null;
  const end = text.indexOf("\n");
  const words = text
    .slice(2, end === -1 ? 1000 : Math.min(end, 1000))
    .trim()
    .split(/\s+/);
  const program = words[0]?.split("/").at(-1) ?? "";
  const run = program === "env" ? words.slice(1).find((word) => !/^-|=/.test(word)) : program;
  return run === undefined || run === "" ? null : (run.split("/").at(-1) ?? null);
}

/** The language that a CODE page is written in, or null when nothing tells. */
export function languageOf(title: string, text = ""): string | null {
  const interpreter = interpreterOf(text);
  return languageOfTitle(title) ?? (interpreter === null ? null : languageOfInterpreter(interpreter));
}
