/** The writing tools: menus at the caret, the selection toolbar, link cards, block handles, and keys. */
import { type Extension, Prec } from "@codemirror/state";
import { type KeyBinding, keymap } from "@codemirror/view";
import { type EditorCommand, editorCommands, runCommand } from "../commands/command.ts";
import { menusAtCaret } from "./at-caret.ts";
import { blockHandle } from "./block-handle.ts";
import { linkCard } from "./link-card.tsx";
import { selectionToolbar } from "./toolbar.tsx";
import { typing } from "./typing.ts";

const keysOf = (commands: readonly EditorCommand[]): KeyBinding[] =>
  commands.flatMap((command) =>
    command.key === undefined
      ? []
      : {
          key: command.key,
          run: (view) => runCommand(view, command),
          preventDefault: true,
          ...("run" in command && command.binding),
        },
  );

export const menus = (commands: readonly EditorCommand[]): Extension => [
  editorCommands.of(commands),
  menusAtCaret(),
  linkCard(),
  selectionToolbar(),
  blockHandle(),
  typing,
  // Takes precedence over CodeMirror's keys for lines.
  Prec.high(keymap.of(keysOf(commands))),
];
