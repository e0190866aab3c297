/** Line numbers as `fetch` prints them, in text that was sent: they are written as they are, for a page may hold such text. */
const NUMBERED = /^(?: {3}\d| {2}\d{2}| \d{3}|\d{4,7}) \|(?: |$)/m;

/** A warning for texts that hold such lines. `name` says what the texts are. */
export const lineNumberWarnings = (name: string, texts: readonly (string | undefined)[]): string[] =>
  texts.some((text) => text !== undefined && NUMBERED.test(text))
    ? [
        `${name} has lines that begin like the line numbers that it is read with (“   1 | ”). They were written as text; if you copied ` +
          "them by mistake, edit the page again without them.",
      ]
    : [];
