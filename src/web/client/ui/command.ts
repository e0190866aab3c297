/** A command: the one object from which menus, the toolbar, the palette, key handlers and the list of keys are made. */
import type { IconName } from "../../shared/icon-names.ts";

export type CommandInfo = {
  readonly id: string;
  /** Read when it is shown, because it may depend on the language or on what is open. */
  readonly label: () => string;
  readonly icon?: IconName;
  /** Search terms in addition to the label. */
  readonly keywords?: readonly string[];
  /** In CodeMirror's notation: `Mod-Alt-n`. */
  readonly key?: string;
};
