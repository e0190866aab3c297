/** Commands as items of a menu. */
import type { EditorView } from "@codemirror/view";
import { words } from "../../../../words/editor-commands.ts";
import { keyName } from "../../ui/key-names.ts";
import type { MenuItem } from "../../ui/menu.tsx";
import { type EditorCommand, editorCommands, runCommand } from "../commands/command.ts";

/** The commands of an editor that belong to one menu, under the name of the section. */
export const menuItems = (view: EditorView, menu: EditorCommand["menu"], section: string): MenuItem[] =>
  view.state
    .facet(editorCommands)
    .filter((command) => command.menu === menu)
    .map((command) => ({
      title: command.label(),
      ...(command.icon && { icon: command.icon }),
      section,
      ...(command.isOn && { isOn: command.isOn(view.state) }),
      ...(command.key !== undefined && { hint: keyName(command.key) }),
      run: () => runCommand(view, command),
    }));

/** The conversions of the selected blocks. */
export const turnIntoItems = (view: EditorView): MenuItem[] => [
  ...menuItems(view, "turnInto", words.turnInto),
  ...menuItems(view, "callouts", words.callouts),
];
