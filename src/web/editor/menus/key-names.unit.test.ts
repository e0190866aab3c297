import { expect, test } from "vitest";
import { fragmentOf } from "./block-menu.ts";
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

test("names a heading in an address as GitHub does", () => {
  expect(fragmentOf("What’s new, in 2.0?")).toBe("whats-new-in-20");
  expect(fragmentOf("Über uns")).toBe("über-uns");
});
