/** All keyboard shortcuts, by where they work. */
import { words } from "../../../words/keys.ts";
import { ENTRY_KEYS } from "../list-detail/key-list.ts";
import { PALETTE_KEYS } from "../palette/key-list.ts";
import { SHEET_KEYS } from "../sheet/key-list.ts";
import { TASK_KEYS } from "../tasks/key-list.ts";
import { keyName } from "../ui/key-names.ts";
import { openRenderedDialog } from "../ui/rendered-dialog.ts";
import type { Command } from "./command.ts";

type Line = { readonly label: string; readonly key: string };
type Labelled = { readonly label: keyof typeof words; readonly key: string };
type WithKey = { readonly label: () => string; readonly keyLabel?: () => string; readonly key?: string };

const named = (keys: readonly Labelled[]): Line[] => keys.map(({ key, label }) => ({ key, label: words[label] }));

const withKeys = (commands: readonly WithKey[]): Line[] =>
  commands.flatMap(({ key, label, keyLabel = label }) => (key === undefined ? [] : [{ key, label: keyLabel() }]));

/** The lists whose modules other views load as well. */
async function loadLists() {
  const [editor, tree] = await Promise.all([import("../editor/features.ts"), import("../tree/interact.ts")]);
  return { ...editor, ...tree };
}

type Section = readonly [title: string, lines: readonly Line[]];

/** `anywhere`: the commands that work regardless of focus. */
export async function keySections(anywhere: readonly Command[]): Promise<readonly Section[]> {
  const { LIST_KEYS, TABLE_KEYS, TREE_KEYS, textCommands, viewCommands } = await loadLists();
  return [
    [
      words.anywhere,
      [
        ...named([{ key: "Mod-k", label: "searchAndCommands" }]),
        ...withKeys(anywhere),
        ...named([{ key: "?", label: "thisList" }]),
      ],
    ],
    [words.whileSearching, named(PALETTE_KEYS)],
    [words.inTree, named(TREE_KEYS)],
    [
      words.whileWriting,
      [
        ...named([
          { key: "/", label: "insertBlocks" },
          { key: "@", label: "mention" },
        ]),
        ...withKeys(viewCommands),
        ...named([
          { key: "Mod-z", label: "undo" },
          { key: "Mod-Shift-z", label: "redo" },
        ]),
        ...withKeys(textCommands),
      ],
    ],
    [words.inList, named(LIST_KEYS)],
    [words.inTable, named(TABLE_KEYS)],
    [words.inTasks, named(TASK_KEYS)],
    [words.inSheet, named(SHEET_KEYS)],
    [words.inEntries, named(ENTRY_KEYS)],
  ];
}

export async function openKeys(anywhere: readonly Command[]): Promise<void> {
  const sections = await keySections(anywhere);
  openRenderedDialog(words.title, () => sections.map((section) => <Keys key={section[0]} section={section} />), "wide");
}

const Keys = ({ section: [title, lines] }: { readonly section: Section }) => (
  <>
    <h3>{title}</h3>
    <dl class="keys">
      {lines.map(({ label, key }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <kbd>{keyName(key)}</kbd>
          </dd>
        </div>
      ))}
    </dl>
  </>
);
