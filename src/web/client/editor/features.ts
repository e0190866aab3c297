/** Features that are not needed for typing: loaded once the page is idle. */
import { defaultKeymap, standardKeymap } from "@codemirror/commands";
import type { Extension } from "@codemirror/state";
import { keymap } from "@codemirror/view";
import { words } from "../../../words/editor-tools.ts";
import { clipboard } from "./clipboard/clipboard.ts";
import { codeBlocks } from "./code-blocks/code-blocks.ts";
import { wordKeys } from "./commands/delete-word.ts";
import { itemLines } from "./commands/item-lines.ts";
import { leaveMarksOnEnter } from "./commands/leave-marks.ts";
import { linkCaret } from "./commands/link-caret.ts";
import { documentCommands } from "./document-commands.ts";
import { embeds } from "./embeds/embeds.ts";
import { find } from "./find/find.ts";
import { imageEditing } from "./images/image-editing.ts";
import { cellFiles } from "./images/upload-files.ts";
import { listNumbers } from "./list-numbers.ts";
import { menus } from "./menus/index.ts";
import { roomBelow } from "./room-below.ts";
import { focusModeExtension } from "./outline/focus-mode.ts";
import { addPhrases } from "./phrases.ts";
import { properties } from "./properties/properties.ts";
import { outline } from "./outline/outline.tsx";
import { wordCount } from "./outline/word-count.ts";
import { cellPaste } from "./tables/cell-paste.ts";
import { tableEditing } from "./tables/table-editing.ts";

export { startCompletion } from "@codemirror/autocomplete";
export { letGo } from "./clipboard/let-go.ts";
export { openFind } from "./find/find.ts";
export { textCommands } from "./commands/text-commands.ts";
export { viewCommands } from "./document-commands.ts";
export { LIST_KEYS } from "./list-keys.ts";
export { TABLE_KEYS } from "./tables/cell-keys.ts";

/** Additional keys: for lines, multiple carets and comments. */
const moreKeys = defaultKeymap.filter((binding) => !standardKeymap.includes(binding));

export function features(): Extension {
  addPhrases(words.phrases);
  return [
    keymap.of(moreKeys),
    leaveMarksOnEnter(),
    wordKeys,
    itemLines,
    linkCaret,
    listNumbers,
    properties,
    clipboard(),
    menus(documentCommands),
    tableEditing((document) => [cellFiles(document), cellPaste(document)]),
    imageEditing(),
    find(),
    codeBlocks(),
    embeds(),
    outline(),
    wordCount(),
    focusModeExtension(),
    roomBelow,
  ];
}
