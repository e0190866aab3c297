/** All tools that the protocol serves, in the order in which clients list them. */
import * as z from "zod";
import { EDIT_TOOLS } from "./edit-tools.ts";
import { HISTORY_TOOLS } from "./history-tools.ts";
import { MESSAGE_TOOLS } from "./message-tools.ts";
import { MEMBER_TOOLS } from "./member-tools.ts";
import { READ_TOOLS } from "./read-tools.ts";
import { REPLACE_TOOLS } from "./replace-tools.ts";
import type { Tool } from "./tool.ts";
import { TREE_TOOLS } from "./tree-tools.ts";

export const TOOLS: readonly Tool[] = [
  ...READ_TOOLS,
  ...MEMBER_TOOLS,
  ...EDIT_TOOLS,
  ...REPLACE_TOOLS,
  ...TREE_TOOLS,
  ...MESSAGE_TOOLS,
  ...HISTORY_TOOLS,
];

/** A tool as listed for clients. */
type ListedTool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: { readonly type: "object"; readonly [key: string]: unknown };
  readonly outputSchema: { readonly type: "object"; readonly [key: string]: unknown };
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    /** Only meaningful for a tool that changes something. */
    readonly idempotentHint?: boolean;
    readonly openWorldHint: boolean;
  };
};

const HIGHEST = Number.MAX_SAFE_INTEGER;

/** JSON Schema 2020-12, the dialect clients assume by default, without uninformative bounds. */
const schemaOf = (schema: z.ZodObject, io: "input" | "output"): ListedTool["inputSchema"] => {
  const { $schema: _dialect, ...listed } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override({ jsonSchema, path }) {
      if (jsonSchema.maximum === HIGHEST) delete jsonSchema.maximum;
      if (jsonSchema.minimum === -HIGHEST) delete jsonSchema.minimum;
      // Nobody expects an empty reference or a negative revision to be accepted.
      if (jsonSchema.minimum === 0) delete jsonSchema.minimum;
      if (jsonSchema.minLength === 1) delete jsonSchema.minLength;
      // Clients learn the format of ids from the responses.
      delete jsonSchema.pattern;
      if (io === "input") {
        // Rejection of unknown fields is declared only at the top level.
        if (path.length > 0) delete jsonSchema.additionalProperties;
        return;
      }
      // Clients do not need these to read a response, and every client pays for each word of the schema.
      delete jsonSchema.additionalProperties;
      delete jsonSchema.required;
      const [{ type, ...more } = {}, nothing, ...others] = jsonSchema.anyOf ?? [];
      if (typeof type === "string" && nothing?.type === "null" && others.length + Object.keys(more).length === 0) {
        delete jsonSchema.anyOf;
        // JSON Schema allows a list of types, but the library's type does not.
        Object.assign(jsonSchema, { type: [type, "null"] });
      }
    },
  });
  return { ...listed, type: "object" };
};

const list = ({ name, title, description, kind, idempotent, input, output }: Tool): ListedTool => ({
  name,
  title,
  description,
  inputSchema: schemaOf(input, "input"),
  outputSchema: schemaOf(output, "output"),
  annotations: {
    readOnlyHint: kind === "read",
    destructiveHint: kind === "destroy",
    ...(kind !== "read" && { idempotentHint: idempotent }),
    openWorldHint: false,
  },
});

let listed: { readonly all: ListedTool[]; readonly reading: ListedTool[] } | null = null;

/** The tools a token may call: read-only tokens see only reading tools. */
export function listTools(readOnly: boolean): ListedTool[] {
  listed ??= { all: TOOLS.map(list), reading: TOOLS.filter(({ kind }) => kind === "read").map(list) };
  return readOnly ? listed.reading : listed.all;
}
