import { expect, test } from "vitest";
import { keyName } from "./key-names.ts";

test("writes keys as each kind of machine does", () => {
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
