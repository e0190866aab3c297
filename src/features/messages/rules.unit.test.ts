import { expect, test } from "vitest";
import { fileIdsIn } from "./rules.ts";

test("finds each file that a message's images and links refer to, once", () => {
  const content = "![a|3x4](/api/files/f1/view) [b](/api/files/f2/download) ![a](/api/files/f1/view?variant=preview)";
  expect(fileIdsIn(content)).toEqual(["f1", "f2"]);
  expect(fileIdsIn("/api/files/f3 and /pages/f4/view")).toEqual([]);
});
