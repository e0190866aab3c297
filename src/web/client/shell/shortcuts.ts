/** Keyboard shortcuts that work regardless of focus. Their code is loaded on the first press. */
import { attempt } from "../ui/notice.ts";
import { COMMAND_KEYS, isOffered } from "./command.ts";

const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

/** The key in CodeMirror's notation; null without a modifier. */
function nameOf(event: KeyboardEvent): string | null {
  // On Windows, AltGr looks like Ctrl and Alt.
  if (event.getModifierState("AltGraph")) return null;
  const isMod = isMac() ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
  if (!isMod) return null;
  // On a Mac, Option changes the typed letter, so the physical key counts.
  const pressed = event.code === "Slash" ? "/" : /^Key([A-Z])$/.exec(event.code)?.[1]?.toLowerCase();
  const key = event.altKey && pressed !== undefined ? pressed : event.key.toLowerCase();
  return ["Mod", ...(event.altKey ? ["Alt"] : []), ...(event.shiftKey ? ["Shift"] : []), key].join("-");
}

const KEYS: ReadonlySet<string> = new Set(COMMAND_KEYS);

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));

export function startShortcuts(): void {
  // The print shows the key for other systems.
  if (isMac()) for (const key of document.querySelectorAll("[data-open-palette] kbd")) key.textContent = "⌘K";
  document.addEventListener("keydown", (event) => {
    // An editor or a field handles the key first.
    if (event.defaultPrevented || event.isComposing || event.repeat) return;
    const name = nameOf(event);
    const asksForKeys = event.key === "?" && !event.ctrlKey && !event.metaKey && !isTyping(event.target);
    if (name === "Mod-k") open(event);
    else if (document.querySelector("dialog:modal")) return;
    else if (asksForKeys) runKey(event, "Mod-Alt-/");
    else if (name !== null && KEYS.has(name)) runKey(event, name);
  });
}

/** Text typed before the palette has loaded becomes the search. */
function open(event: KeyboardEvent): void {
  event.preventDefault();
  const opened = new AbortController();
  let typed = "";
  const hold = (early: KeyboardEvent): void => {
    if (early.key.length !== 1 || early.ctrlKey || early.metaKey || early.altKey) return;
    early.preventDefault();
    early.stopImmediatePropagation();
    typed += early.key;
  };
  document.addEventListener("keydown", hold, { capture: true, signal: opened.signal });
  attempt(null, async () => {
    try {
      const { togglePalette } = await import("../palette/palette.tsx");
      togglePalette(typed);
    } finally {
      opened.abort();
    }
  });
}

function runKey(event: KeyboardEvent, key: string): void {
  event.preventDefault();
  attempt(null, async () => {
    const { COMMANDS } = await import("./commands.ts");
    const command = COMMANDS.find((each) => each.key === key);
    if (command && isOffered(command)) await command.run();
  });
}
