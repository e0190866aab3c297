/** Renders components to an HTML response. */
import { options, type VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import type { DisplaySettings } from "../../kernel/preferences.ts";
import { withDisplaySettings } from "../../words/language.ts";

// Enables `getDerivedStateFromError`, so that a component can replace what failed below it, as in the browser.
Object.assign(options, { errorBoundaries: true });

/** `render` runs synchronously, so that its text is in this response's language. */
export const toHtml = (display: DisplaySettings, render: () => VNode): string =>
  withDisplaySettings(display, () => `<!doctype html>${renderToString(render())}`);
