/**
 * Loaded before the page is shown, unlike the other scripts: it applies the look of this device, and queues input until
 * they have started. Otherwise a click would be lost, and the browser would submit a form itself, with its fields in the
 * address.
 */
import { copyOf, pasteInto } from "../editor/copied-data.ts";
import { reloadForFiles } from "../api/stale-files.ts";
import { isTreeKey } from "../tree/early-keys.ts";
import { applyLook, readLook } from "./device-look.ts";

applyLook(readLook());

/** Controls that browsers handle natively, before and after the scripts have loaded. */
const NATIVE = "a[href], summary, label, input, select, textarea, [popovertarget], button:not([type=button])";

const waiting: (() => void)[] = [];
const heard = new AbortController();

const hear = <K extends keyof DocumentEventMap>(type: K, hold: (event: DocumentEventMap[K]) => unknown): void =>
  document.addEventListener(type, hold, { capture: true, signal: heard.signal });

/** The print of an editable text: clicks and typing there are meant for the editor that replaces it. */
const PRINT = "[data-can-edit] [data-print]";
const isOverText = ({ target }: Event): boolean => target instanceof Element && target.closest(PRINT) !== null;
/** True when typing is meant for the text or the palette. */
let isInText = false;

hear("click", (event) => {
  const { target, clientX, clientY, ctrlKey, metaKey, shiftKey } = event;
  if (!(target instanceof Element) || target.closest(NATIVE)) return;
  isInText ||= isOverText(event);
  event.stopImmediatePropagation();
  const top = clientY + scrollY;
  const modifiers = { ctrlKey, metaKey, shiftKey };
  waiting.push(() => {
    const place = { clientX, clientY: top - scrollY };
    target.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ...place, ...modifiers }));
  });
});

hear("submit", (event) => {
  const form = event.target;
  // The browser submits forms that have a method.
  if (!(form instanceof HTMLFormElement) || form.hasAttribute("method")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  waiting.push(() => form.requestSubmit());
});

/** The user's input, which the starting script may reset. */
function stateOf(field: HTMLElement): object {
  if (field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement) return { value: field.value };
  if (!(field instanceof HTMLInputElement) || field.type === "file") return {};
  return { value: field.value, checked: field.checked };
}

hear("paste", (event) => {
  const { target, clipboardData } = event;
  if (!isInText || !clipboardData || !target || (target instanceof Element && target.matches("input, textarea")))
    return;
  event.preventDefault();
  const copy = copyOf(clipboardData);
  waiting.push(() => pasteInto(target, copy));
});

// By default the browser would replace the page with the dropped file.
hear("dragover", (event) => isOverText(event) && event.preventDefault());

hear("drop", (event) => {
  const { target, dataTransfer, clientX, clientY } = event;
  if (!dataTransfer || !target || !isOverText(event)) return;
  event.preventDefault();
  isInText = true;
  const copy = copyOf(dataTransfer);
  waiting.push(() =>
    target.dispatchEvent(
      new DragEvent("drop", { bubbles: true, cancelable: true, clientX, clientY, dataTransfer: copy }),
    ),
  );
});

for (const type of ["input", "change"] as const) {
  const fields = new Map<HTMLElement, object>();
  hear(type, ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    if (!fields.has(target))
      waiting.push(() => {
        Object.assign(target, fields.get(target));
        target.dispatchEvent(new Event(type, { bubbles: true }));
      });
    fields.set(target, stateOf(target));
  });
}

/** Queues the key to be dispatched again. */
function again(event: KeyboardEvent): void {
  const { target } = event;
  waiting.push(() => target?.dispatchEvent(new KeyboardEvent("keydown", event)));
}

hear("keydown", (event) => {
  const { key, target, isComposing, ctrlKey, metaKey, altKey } = event;
  const isMod = ctrlKey || metaKey;
  if (isTreeKey(event)) {
    event.preventDefault();
    return again(event);
  }
  // Browsers have their own meaning for the keys of the palette and of the search in a text. The palette receives what
  // is typed next.
  if (isMod && (key === "k" || (key === "f" && isInText))) {
    isInText = true;
    event.preventDefault();
    again(event);
  } else if (isMod && altKey && !event.getModifierState("AltGraph")) again(event);
  if (!isInText || target !== document.body || isComposing || isMod || altKey) return;
  if (key !== "Enter" && key !== "Backspace" && Array.from(key).length !== 1) return;
  event.preventDefault();
  again(event);
});

// A script or style sheet that fails to load fires an error on its element only. Later ones are imported, and reported
// there.
document.addEventListener(
  "error",
  ({ target }) => {
    if (target instanceof HTMLScriptElement || target instanceof HTMLLinkElement) reloadForFiles();
  },
  { capture: true, signal: heard.signal },
);

document.addEventListener("octavo:ready", () => {
  heard.abort();
  for (const redo of waiting.splice(0)) redo();
});
