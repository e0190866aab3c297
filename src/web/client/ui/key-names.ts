/** Readable key names for the user's platform. */
import { words } from "../../../words/key-names.ts";

const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform);

const MAC: Readonly<Record<string, string>> = { Mod: "⌘", Alt: "⌥", Shift: "⇧" };
const NAMES: Readonly<Record<string, string>> = {
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Escape: "Esc",
  Backspace: "⌫",
};

/** `Mod-Shift-x` as `⇧⌘X` or `Ctrl+Shift+X`. */
export function keyName(key: string, mac: boolean = isMac()): string {
  const parts = key
    .split("-")
    .map(
      (part) =>
        (mac ? MAC[part] : undefined) ??
        words.names[part] ??
        NAMES[part] ??
        (part.length === 1 ? part.toUpperCase() : part),
    );
  return parts.join(mac ? "" : "+");
}
