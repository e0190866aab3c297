/** An action that works from anywhere: as an order, some with a key. */
export type Command = {
  readonly id: string;
  /** As an order: "Move this page to the trash". */
  readonly title: string;
  /** As CodeMirror writes keys: `Mod-Alt-n`. */
  readonly key?: string;
  /** Other words it is found by. */
  readonly words?: string;
  /** Whether it makes sense now. */
  readonly isOffered: () => boolean;
  readonly run: () => void | Promise<void>;
};

export const always = (): boolean => true;
