import { expect, test } from "vitest";
import { decodeEntity } from "./entities.ts";

test.each([
  ["&amp;", "&"],
  ["&#x20ac;", "€"],
  ["&none;", null],
  ["&constructor;", null],
  ["&toString;", null],
])("decodes %s as %j", (written, decoded) => {
  expect(decodeEntity(written)).toBe(decoded);
});
