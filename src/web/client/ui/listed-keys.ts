/** The keys of a view as data, from which both its handler and the list of keys are made. */
import type { words } from "../../../words/keys.ts";

export type ListedKey<Run> = {
  /** In CodeMirror's notation: `Mod-Alt-n`. */
  readonly key: string;
  /** Other keys that do the same or the opposite. They are not listed. */
  readonly aliases?: readonly string[];
  /** Names one of the words of the list of keys, which are loaded with the list. */
  readonly label: keyof typeof words;
  /** Absent if the browser or the editor handles the key. */
  readonly run?: Run;
};

export const actionFor = <Run>(keys: readonly ListedKey<Run>[], pressed: string): Run | undefined =>
  keys.find(({ key, aliases }) => key === pressed || aliases?.includes(pressed))?.run;

/** With Shift, digits type other characters, so their physical keys count. */
const PHYSICAL = /^(?:Digit(\d)|Backquote)$/;

const nameOf = ({ key, code, shiftKey }: KeyboardEvent): string => {
  const physical = shiftKey ? PHYSICAL.exec(code) : null;
  if (physical) return physical[1] ?? "`";
  return key === " " ? "Space" : key.length === 1 ? key.toLowerCase() : key;
};

/** The pressed key in CodeMirror's notation. */
export const pressedKey = (event: KeyboardEvent): string =>
  (event.ctrlKey || event.metaKey ? "Mod-" : "") +
  (event.altKey ? "Alt-" : "") +
  (event.shiftKey ? "Shift-" : "") +
  nameOf(event);
