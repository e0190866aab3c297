/**
 * Loaded before the page is shown, unlike the rest: what people do until that is there waits for it. Otherwise a click
 * would be lost, and the browser would send a form itself, with what was typed into it in the address.
 */

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

document.addEventListener("octavo:ready", () => {
  heard.abort();
  for (const redo of waiting.splice(0)) redo();
});
