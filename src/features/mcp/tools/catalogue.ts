/** The one list of tools that the protocol serves, in the order that clients are told of them. */
import * as z from "zod";
import { EDIT_TOOLS } from "./edit-tools.ts";
import { HISTORY_TOOLS } from "./history-tools.ts";
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
  ...HISTORY_TOOLS,
];

/** A tool as clients are told of it. */
type ListedTool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: { readonly type: "object"; readonly [key: string]: unknown };
  readonly outputSchema: { readonly type: "object"; readonly [key: string]: unknown };
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    /** Means nothing for a tool that changes nothing. */
    readonly idempotentHint?: boolean;
    readonly openWorldHint: boolean;
  };
};

const HIGHEST = Number.MAX_SAFE_INTEGER;

/** As JSON Schema 2020-12, which clients read it as unless told otherwise; without bounds that say nothing. */
const schemaOf = (schema: z.ZodObject, io: "input" | "output"): ListedTool["inputSchema"] => {
  const { $schema: _dialect, ...listed } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override({ jsonSchema, path }) {
      if (jsonSchema.maximum === HIGHEST) delete jsonSchema.maximum;
      if (jsonSchema.minimum === -HIGHEST) delete jsonSchema.minimum;
      // What an id looks like is told by the answers that hold one.
      delete jsonSchema.pattern;
      if (io === "input") {
        // That other fields are refused is listed once, for the arguments as a whole.
        if (path.length > 0) delete jsonSchema.additionalProperties;
        return;
      }
      // An answer is not checked by what it lacks, and every client reads each word of this.
      delete jsonSchema.additionalProperties;
      delete jsonSchema.required;
      const [{ type, ...more } = {}, nothing, ...others] = jsonSchema.anyOf ?? [];
      if (typeof type === "string" && nothing?.type === "null" && others.length + Object.keys(more).length === 0) {
        delete jsonSchema.anyOf;
        // JSON Schema takes a list of types; the library's own type does not know.
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

/** The tools that a token may call: one for reading is told of no other. */
export function listTools(readOnly: boolean): ListedTool[] {
  listed ??= { all: TOOLS.map(list), reading: TOOLS.filter(({ kind }) => kind === "read").map(list) };
  return readOnly ? listed.reading : listed.all;
}
