/** A command that works anywhere. */
import type { CommandInfo } from "../ui/command.ts";

/** The keys of such commands. Listed here so that no other key loads the commands. */
export const COMMAND_KEYS = [
  "Mod-Alt-n",
  "Mod-Alt-s",
  "Mod-Alt-h",
  "Mod-Alt-m",
  "Mod-Alt-k",
  "Mod-Alt-Shift-k",
  "Mod-Alt-r",
  "Mod-Alt-u",
  "Mod-Alt-a",
  "Mod-Alt-x",
  "Mod-Alt-Shift-a",
  "Mod-Alt-Shift-x",
  "Mod-Alt-o",
  "Mod-Alt-b",
  "Mod-Alt-y",
  "Mod-Alt-/",
] as const;

/** The label is in the imperative: "Move this page to the trash". */
export type Command = CommandInfo & {
  readonly key?: (typeof COMMAND_KEYS)[number];
  /** True if the command is available now. Without it, the command always is. */
  readonly when?: () => boolean;
  readonly run: () => void | Promise<void>;
};

export const isOffered = ({ when }: Command): boolean => when?.() ?? true;
