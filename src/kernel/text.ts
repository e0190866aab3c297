/** Text that people and tools send, as it is kept. */

// oxlint-disable-next-line no-control-regex -- they are what is looked for
const UNUSUAL = /[\0-\x08\v-\x1f\x7f-\x9f]/;

/**
 * LF for line ends, and no control characters but tab. Those that break a line or a page elsewhere part words, so they
 * become spaces.
 */
export function withoutControls(text: string): string {
  if (!UNUSUAL.test(text)) return text;
  return (
    text
      .replace(/\r\n?/g, "\n")
      .replace(/[\v\f\x85]/g, " ")
      // oxlint-disable-next-line no-control-regex -- as above
      .replace(/[\0-\x08\x0e-\x1f\x7f-\x9f]/g, "")
  );
}
