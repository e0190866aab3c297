/** The rules about risky calls know every tool's arguments that name a page or a drive. */
import * as z from "zod";
import { expect, test } from "vitest";
import { isWrite, targetsOf } from "../../src/features/agent-loop/risk.ts";
import { TOOLS } from "../../src/features/mcp/tools/catalogue.ts";
import { DriveRef } from "../../src/features/mcp/tools/drive-ref.ts";
import { PageRef } from "../../src/features/mcp/tools/page-ref.ts";

/** Below optional arguments, defaults and lists. */
function innermost(schema: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return innermost(schema.unwrap());
  return schema instanceof z.ZodArray ? innermost(schema.element) : schema;
}

/** Descriptions make copies of a schema, so schemas are compared by their limits. */
const matches = (schema: unknown, wanted: z.ZodString): boolean =>
  schema instanceof z.ZodString && schema.minLength === wanted.minLength && schema.maxLength === wanted.maxLength;

test.each(TOOLS)("$name", ({ name, kind, input }) => {
  const shape = Object.entries(input.shape).map(([key, schema]) => ({ key, inner: innermost(schema) }));
  const pages = shape.filter(({ key, inner }) => key !== "cursor" && matches(inner, PageRef)).map(({ key }) => key);
  const drives = shape.filter(({ inner }) => matches(inner, DriveRef)).map(({ key }) => key);
  const args = Object.fromEntries([...pages, ...drives].map((key) => [key, key]));
  const found = targetsOf(name, args);
  expect([...found.pages, ...found.parents].toSorted()).toEqual(pages.toSorted());
  expect(found.drives).toEqual(drives);
  expect(isWrite(name, {})).toBe(kind !== "read");
});
