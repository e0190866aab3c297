/** The definition of a tool, and the context of a call. */
import * as z from "zod";
import type { Actor, Caller } from "../../../kernel/caller.ts";
import { Id, lineOfText } from "../../../kernel/contract.ts";
import { invalid } from "../../../kernel/errors.ts";
import type { LimitRule } from "../../../kernel/limit.ts";
import type { Deps } from "../../../deps.ts";
import type { ToolName } from "../contract.ts";
import { shorten } from "./answer-size.ts";
import { withoutDetours } from "./lenient-arguments.ts";

export type ToolContext = {
  readonly deps: Deps;
  readonly caller: Caller;
  /** The token's user. Use cases authenticate by themselves; this is for code that needs the user earlier. */
  readonly actor: () => Promise<Actor>;
  /** Reports an error that rejects the caller rather than the call. */
  readonly refuse: (error: unknown) => void;
};

/** The context of a tool call. `report` sends progress to a client that requested it. */
export type ToolCall = ToolContext & { readonly report: (done: number, total: number) => Promise<void> };

type Definition<I extends z.ZodObject, O extends z.ZodObject> = {
  readonly name: ToolName;
  readonly title: string;
  readonly description: string;
  /** `read` changes nothing, `write` adds or moves, `destroy` may remove existing content. */
  readonly kind: "read" | "write" | "destroy";
  /** Repeating the call with the same arguments changes nothing more. For other tools a client can use an idempotency key. */
  readonly idempotent: boolean;
  /** Counts each call, together with the user's HTTP requests under the same rule. */
  readonly limit?: LimitRule;
  readonly input: I;
  readonly output: O;
  readonly run: (context: ToolCall, input: z.output<I>) => Promise<z.output<O>>;
};

/** The arguments of a call as parsed by the schema; no other code reads raw arguments. */
export type Arguments = Readonly<Record<string, unknown>> & { readonly idempotencyKey?: string | undefined };

export type Tool = Omit<Definition<z.ZodObject, z.ZodObject>, "run"> & {
  /** Throws `invalid_request` if the arguments do not match the schema. */
  readonly parse: (sent: unknown) => Arguments;
  readonly run: (context: ToolCall, args: Arguments) => Promise<Record<string, unknown>>;
};

/** Maximum number of issues reported, and characters of each, because a key may be as long as a page. */
const MAX_ISSUES = 8;
const MAX_ISSUE = 300;

const Key = { idempotencyKey: z.string().min(1).max(100).optional() };

/** Parses the arguments. Throws `invalid_request`; `source` tells the caller where the expected format is described. */
export function parseArguments<S extends z.ZodObject>(schema: S, sent: unknown, source: string): z.output<S> {
  const parsed = schema.safeParse(withoutDetours(schema, sent ?? {}));
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues
    .slice(0, MAX_ISSUES)
    .map(({ path, message }) => shorten(`${path.join(".") || "arguments"}: ${message}`, MAX_ISSUE));
  throw invalid("", `${faults.join("; ")}. ${source}`);
}

export function tool<I extends z.ZodObject, O extends z.ZodObject>({ run, ...rest }: Definition<I, O>): Tool {
  const input = rest.kind === "read" ? rest.input : rest.input.extend(Key);
  return {
    ...rest,
    input,
    parse(sent) {
      return parseArguments(input, sent, "See the tool's input schema.");
    },
    run(context, args) {
      const { idempotencyKey: _key, ...own } = args;
      return run(context, own as z.output<I>); // validated by `parse`
    },
  };
}

/** An id from a response. The schema lists only its length; clients learn the format from the responses. */
export const IdArgument = Id.meta({ minLength: 1, maxLength: 64 });

/** One line of text with a maximum length. */
export const LineArgument = (max: number) => z.string().min(1).max(max).pipe(lineOfText(max));

export const addressOf = ({ deps }: ToolContext, pageId: string): string => `${deps.config.origin}/pages/${pageId}`;
