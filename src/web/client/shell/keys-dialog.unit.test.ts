/** The list of keys shows every key that is handled, and none twice in the same place. */
import { completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";
import { keymap } from "@codemirror/view";
import { expect, test, vi } from "vitest";
import { documentCommands } from "../editor/document-commands.ts";
import { features } from "../editor/features.ts";
import { SHEET_KEYS } from "../sheet/key-list.ts";
import { TASK_KEYS } from "../tasks/key-list.ts";
import { isTreeKey } from "../tree/early-keys.ts";
import { TREE_KEYS } from "../tree/keys.ts";
import { actionFor, pressedKey } from "../ui/listed-keys.ts";
import { COMMAND_KEYS } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { keySections } from "./keys-dialog.tsx";

// The modules of the commands create elements when they are loaded.
vi.mock("../ui/dom.ts");

const sections = new Map((await keySections(COMMANDS)).map(([title, lines]) => [title, lines.map(({ key }) => key)]));

test.each([...sections])("lists each key once: %s", (_, keys) => {
  expect(keys.length).toBeGreaterThan(2);
  expect([...new Set(keys)]).toEqual(keys);
});

test("no key of a list is also another name of one of its keys", () => {
  for (const list of [SHEET_KEYS, TASK_KEYS, TREE_KEYS]) {
    const all = list.flatMap(({ key, aliases = [] }) => [key, ...new Set(aliases.filter((alias) => alias !== key))]);
    expect([...new Set(all)]).toEqual(all);
  }
});

test("the keys that load the commands are those of the commands", () => {
  const keys = COMMANDS.flatMap(({ key }) => key ?? []);
  expect(keys.toSorted()).toEqual(COMMAND_KEYS.toSorted());
  expect(sections.get("Anywhere")).toEqual(["Mod-k", ...keys, "?"]);
});

test("no two commands have the same id", () => {
  for (const list of [COMMANDS, documentCommands]) {
    const ids = list.map(({ id }) => id);
    expect([...new Set(ids)]).toEqual(ids);
  }
});

/** For commands that are listed with another key. */
const OTHER_NAMES = ["Mod-h", "F3"];
/** Keys that do as in every editor, but also stop at code blocks, images, tables and hidden marks. */
const PLAIN = /^(?:(?:Mod-)?(?:Arrow\w+|End|Enter|Backspace|Delete)|Alt-Arrow(?:Left|Right)|Mod-a|Tab|Escape)$/;

test("lists all keys of the editor of a document that CodeMirror does not bring", () => {
  const brought = new Set([...defaultKeymap, ...completionKeymap]);
  const bound = EditorState.create({ extensions: features() }).facet(keymap).flat();
  const handled = bound.filter((binding) => !brought.has(binding)).flatMap(({ key }) => key ?? []);
  const listed = sections.get("While writing") ?? [];
  const shown = [...listed, ...OTHER_NAMES];
  expect(handled.filter((key) => !shown.includes(key) && !PLAIN.test(key))).toEqual([]);
  const elsewhere = ["/", "@", "Mod-z", "Mod-Shift-z"];
  expect(listed.filter((key) => !elsewhere.includes(key) && !handled.includes(key))).toEqual([]);
});

/** The event of a key in CodeMirror's notation. */
function eventOf(name: string, target: unknown = null): KeyboardEvent {
  const parts = name.split("-");
  const key = parts.at(-1) ?? "";
  const event = {
    key: key === "Space" ? " " : key,
    code: /^\d$/.test(key) ? `Digit${key}` : "",
    ctrlKey: parts.includes("Mod"),
    altKey: parts.includes("Alt"),
    shiftKey: parts.includes("Shift"),
    metaKey: false,
    isComposing: false,
    target,
  };
  // The parts of an event that name its key.
  return event as KeyboardEvent;
}

test.each([
  ["sheet", SHEET_KEYS],
  ["tasks", TASK_KEYS],
  ["tree", TREE_KEYS.slice(1)],
] as const)("a pressed key has the name that it is listed with: %s", (_, keys) => {
  for (const { key } of keys) expect(pressedKey(eventOf(key))).toBe(key);
  const [first] = keys;
  expect(actionFor<unknown>(keys, first?.key ?? "")).toBe(first?.run);
});

test("the keys of the tree wait for its script", () => {
  class Row {
    readonly closest = () => this;
  }
  vi.stubGlobal("Element", Row);
  // Those with a second modifier, and the key for menus, have an effect in the browser.
  const isEarly = (name: string): boolean => isTreeKey(eventOf(name, new Row()));
  expect(TREE_KEYS.map(({ key }) => key).filter((key) => !isEarly(key))).toEqual(["Shift-F10"]);
  vi.unstubAllGlobals();
});
