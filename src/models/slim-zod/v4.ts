/**
 * Replaces `zod/v4` in the Worker's bundle: the AI SDK imports the whole library as one object, `z`, which would add all
 * languages of its messages. test/repository/slim-zod.unit.test.ts compares this list with what the SDK calls.
 */
import {
  any,
  array,
  boolean,
  discriminatedUnion,
  enum as enumeration,
  json,
  literal,
  looseObject,
  never,
  number,
  object,
  partialRecord,
  record,
  string,
  tuple,
  union,
  unknown,
} from "zod";

/** Other packages import names, of which the bundler keeps only those in use. The list below takes precedence over zod's own `z`. */
export * from "zod";

export const z = {
  any,
  array,
  boolean,
  discriminatedUnion,
  enum: enumeration,
  json,
  literal,
  looseObject,
  never,
  number,
  object,
  partialRecord,
  record,
  string,
  tuple,
  union,
  unknown,
};
