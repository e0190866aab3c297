/**
 * Detects line numbers as printed by `fetch` in submitted text. The text is still written as is, because a page may
 * contain such lines.
 */
const NUMBERED = /^(?: {3}\d| {2}\d{2}| \d{3}|\d{4,7}) \|(?: |$)/m;

/** A warning for texts that contain such lines. `name` describes the texts. */
export const lineNumberWarnings = (name: string, texts: readonly (string | undefined)[]): string[] =>
  texts.some((text) => text !== undefined && NUMBERED.test(text))
    ? [
        `${name} has lines that begin with line numbers as in fetched text (“   1 | ”). They were saved as text. If you copied ` +
          "them by mistake, edit the page again without them.",
      ]
    : [];
