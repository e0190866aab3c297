import { expect, test } from "vitest";
import { keyName } from "./key-names.ts";

test("formats shortcuts for macOS and for other systems", () => {
  expect(["Mod-b", "Mod-Shift-x", "Alt-ArrowUp", "Mod-Alt-1"].map((key) => keyName(key, true))).toEqual([
    "⌘B",
    "⌘⇧X",
    "⌥↑",
    "⌘⌥1",
  ]);
  expect(["Mod-b", "Mod-Shift-x", "Alt-ArrowUp"].map((key) => keyName(key, false))).toEqual([
    "Ctrl+B",
    "Ctrl+Shift+X",
    "Alt+↑",
  ]);
});
