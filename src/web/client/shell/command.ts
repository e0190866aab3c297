/** A command that works anywhere, optionally with a key. */
export type Command = {
  readonly id: string;
  /** In the imperative: "Move this page to the trash". */
  readonly title: string;
  /** In CodeMirror's notation: `Mod-Alt-n`. */
  readonly key?: string;
  /** Other search words for it. */
  readonly words?: string;
  /** True if the command is available now. */
  readonly isOffered: () => boolean;
  readonly run: () => void | Promise<void>;
};

export const always = (): boolean => true;
