/**
 * Loaded before the page is shown, unlike the rest: what people do until that is there waits for it. Otherwise a click
 * would be lost, and the browser would send a form itself, with what was typed into it in the address.
 */
import { reloadForFiles } from "./stale-files.ts";

/** Forms with a method and buttons that open a popover need no script of ours. */
const BUTTON = "button[type=button]:not([popovertarget])";
const FORM = "form:not([method])";

const waiting: (() => void)[] = [];
const heard = new AbortController();

function keep<T extends HTMLElement>(
  type: "click" | "submit",
  what: new () => T,
  selector: string,
  redo: (it: T) => void,
) {
  const hold = (event: Event): void => {
    const it = event.target instanceof Element ? event.target.closest(selector) : null;
    if (!(it instanceof what)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    waiting.push(() => redo(it));
  };
  document.addEventListener(type, hold, { capture: true, signal: heard.signal });
}

keep("click", HTMLButtonElement, BUTTON, (button) => button.click());
keep("submit", HTMLFormElement, FORM, (form) => form.requestSubmit());

/** The print of a text that may be written: what is clicked and typed there is for the editor that takes its place. */
const PRINT = "[data-can-edit] [data-print]";
/** What is typed is for the text, or for the palette. */
let isInText = false;

document.addEventListener(
  "click",
  ({ target, clientX, clientY }) => {
    if (!(target instanceof Element) || !target.closest(PRINT) || target.closest("a, button, input")) return;
    isInText = true;
    const top = clientY + scrollY;
    waiting.push(() =>
      target.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX, clientY: top - scrollY })),
    );
  },
  { capture: true, signal: heard.signal },
);

document.addEventListener(
  "keydown",
  (event) => {
    const { key, target, isComposing, ctrlKey, metaKey, altKey } = event;
    // The palette's key, which means something else to browsers; it takes what is typed next.
    if ((ctrlKey || metaKey) && key === "k") {
      isInText = true;
      event.preventDefault();
      waiting.push(() => target?.dispatchEvent(new KeyboardEvent("keydown", event)));
    }
    const isShortcut = (ctrlKey || metaKey) && altKey && !event.getModifierState("AltGraph");
    if (isShortcut) waiting.push(() => target?.dispatchEvent(new KeyboardEvent("keydown", event)));
    if (!isInText || target !== document.body || isComposing || ctrlKey || metaKey || altKey) return;
    if (key !== "Enter" && key !== "Backspace" && Array.from(key).length !== 1) return;
    event.preventDefault();
    waiting.push(() => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })));
  },
  { capture: true, signal: heard.signal },
);

// Scripts and style sheets that cannot be loaded say so on their elements alone.
document.addEventListener(
  "error",
  ({ target }) => {
    if (target instanceof HTMLScriptElement || target instanceof HTMLLinkElement) reloadForFiles();
  },
  { capture: true },
);

document.addEventListener("octavo:ready", () => {
  heard.abort();
  for (const redo of waiting.splice(0)) redo();
});
