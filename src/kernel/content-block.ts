/** Encloses text for a language model, so that it is read as content and not as instructions. */

/** `boundary` is a random word. The text cannot end the block, because that word is replaced in it. */
export const contentBlock = (text: string, boundary: string): string =>
  `<content-${boundary}>\n${text.replaceAll(boundary, "\ufffd")}\n</content-${boundary}>`;
