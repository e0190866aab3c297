/** CANVAS: HTML and CSS. It is shown in a sandboxed frame, so whatever it holds is allowed to be there. */
import { makeFormat } from "./format.ts";

export type Canvas = { readonly html: string };

export const CANVAS = makeFormat<Canvas>({
  keepsBreaks: false,
  parse: (html) => ({ html }),
  print: ({ html }) => html,
  defaultContent: (title) => `<style>
  body {
    font: 1rem/1.5 system-ui, sans-serif;
    margin: 2rem;
  }
</style>

<h1>${escapeText(title.trim() || "Canvas")}</h1>
`,
});

/** Text as the content of an element (HTML §13.1.2). */
const escapeText = (text: string): string =>
  text.replace(/\s+/g, " ").replace(/[&<>]/g, (sign) => (sign === "&" ? "&amp;" : sign === "<" ? "&lt;" : "&gt;"));
