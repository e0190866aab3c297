/**
 * Tolerates two common client habits that are unambiguous: `null` for an omitted optional argument, and a list or
 * object sent as JSON text. Everything else is left for the schema to reject.
 */
import * as z from "zod";
import { parseJson } from "../../../kernel/json.ts";

export function withoutDetours(schema: unknown, sent: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    return sent === null ? undefined : withoutDetours(schema.unwrap(), sent);
  }
  if (schema instanceof z.ZodArray) {
    const list = typeof sent === "string" ? readJson(sent, Array.isArray) : sent;
    return Array.isArray(list) ? list.map((item) => withoutDetours(schema.element, item)) : sent;
  }
  if (schema instanceof z.ZodObject) {
    const fields = typeof sent === "string" ? readJson(sent, isRecord) : sent;
    if (!isRecord(fields)) return sent;
    const shape: Readonly<Record<string, unknown>> = schema.shape;
    return Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        Object.hasOwn(shape, name) ? withoutDetours(shape[name], value) : value,
      ]),
    );
  }
  return sent;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function readJson(text: string, fits: (value: unknown) => boolean): unknown {
  try {
    const value = parseJson(text);
    return fits(value) ? value : text;
  } catch {
    return text;
  }
}
