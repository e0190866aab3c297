/** The conversions of the selected blocks, as menu items. */
import type { EditorView } from "@codemirror/view";
import type { MenuItem } from "../../ui/menu.tsx";
import { words } from "../../../../words/editor-commands.ts";
import { runCommand } from "../commands/command.ts";
import { blockCommands, calloutCommands } from "../commands/index.ts";
import { glyphOf } from "./insertables.ts";
import { keyName } from "../../ui/key-names.ts";

export function turnIntoItems(view: EditorView): MenuItem[] {
  const callouts = new Set(calloutCommands);
  return [...blockCommands, ...calloutCommands].map((command) => ({
    title: command.title,
    glyph: glyphOf(command.id),
    section: callouts.has(command) ? words.callouts : words.turnInto,
    isOn: command.isOn?.(view.state) ?? false,
    ...(command.key === undefined ? {} : { hint: keyName(command.key) }),
    run: () => runCommand(view, command),
  }));
}
