/** Components as the HTML of an answer. */
import { options, type VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import type { Look } from "../kernel/preferences.ts";
import { withLook } from "./messages/language.ts";

// A component with `getDerivedStateFromError` shows something else in place of what failed below it, as in the browser.
Object.assign(options, { errorBoundaries: true });

/** `render` runs at once and whole, so that its words are in this answer's language and no other's. */
export const toHtml = (look: Look, render: () => VNode): string =>
  withLook(look, () => `<!doctype html>${renderToString(render())}`);
