/** How covers are written. */
import { expect, test } from "vitest";
import { fileCover, isCoverImage, parseCover } from "./cover.ts";

test("reads a name, or a file with a position", () => {
  expect(parseCover("sea")).toEqual({ kind: "named", name: "sea" });
  expect(parseCover("file:abc")).toEqual({ kind: "file", fileId: "abc", position: 50 });
  expect(parseCover("file:abc@0")).toEqual({ kind: "file", fileId: "abc", position: 0 });
  expect(parseCover(fileCover("abc", 100))).toEqual({ kind: "file", fileId: "abc", position: 100 });
  expect(fileCover("abc", 50)).toBe("file:abc");
});

test.each([
  "",
  "Sea",
  "constructor",
  "file:",
  "file:a b",
  "file:abc@101",
  "file:abc@05",
  "file:abc@",
  "https://x.example/a.png",
])("rejects %j", (text) => {
  expect(parseCover(text)).toBeNull();
});

test("only images that browsers display can be covers", () => {
  expect(["image/png", "image/svg+xml", "image/tiff", "video/mp4", "text/plain"].filter(isCoverImage)).toEqual([
    "image/png",
  ]);
});
