/**
 * Replaces `zod/v4` in the Worker's bundle: the AI SDK imports the whole library as one object, which would add all languages
 * of its messages. test/repository/slim-zod.unit.test.ts compares this list with what the SDK calls.
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

export { safeParseAsync, toJSONSchema } from "zod";

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
