/** The writing tools: menus at the caret, the selection toolbar, link cards, block handles, and keys. */
import { type Extension, Prec } from "@codemirror/state";
import { type KeyBinding, keymap } from "@codemirror/view";
import { type EditorCommand, runCommand } from "../commands/command.ts";
import { commands } from "../commands/index.ts";
import { menusAtCaret } from "./at-caret.ts";
import { blockHandle } from "./block-handle.ts";
import { linkCard } from "./link-card.tsx";
import { selectionToolbar } from "./toolbar.tsx";
import { typing } from "./typing.ts";

const keysOf = (all: readonly EditorCommand[]): KeyBinding[] =>
  all.flatMap((command) =>
    command.key === undefined
      ? []
      : [{ key: command.key, run: (view) => runCommand(view, command), preventDefault: true }],
  );

export const menus = (): Extension => [
  menusAtCaret(),
  linkCard(),
  selectionToolbar(),
  blockHandle(),
  typing,
  // Takes precedence over CodeMirror's keys for lines.
  Prec.high(keymap.of(keysOf(commands))),
];
