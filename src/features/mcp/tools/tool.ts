/** What a tool of the protocol is, and what each is given when it is called. */
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
  /** Who the token belongs to. Use cases find that out themselves: only what needs to know before asks here. */
  readonly actor: () => Promise<Actor>;
  /** For what refuses the caller, not the call. */
  readonly refuse: (error: unknown) => void;
};

/** As a tool is called: `report` tells a client that asked for it how much is done. */
export type ToolCall = ToolContext & { readonly report: (done: number, total: number) => Promise<void> };

type Definition<I extends z.ZodObject, O extends z.ZodObject> = {
  readonly name: ToolName;
  readonly title: string;
  readonly description: string;
  /** `read` changes nothing, `destroy` may take away what is there, `write` adds or moves. */
  readonly kind: "read" | "write" | "destroy";
  /** Calling it again with the same arguments changes nothing more; of the others a client may say by a key that it repeats a call. */
  readonly idempotent: boolean;
  /** Counted for each call, with the requests of the same person that the rule counts over HTTP. */
  readonly limit?: LimitRule;
  readonly input: I;
  readonly output: O;
  readonly run: (context: ToolCall, input: z.output<I>) => Promise<z.output<O>>;
};

/** The arguments of a call, as the listed schema has them: the only ones that other code reads. */
export type Arguments = Readonly<Record<string, unknown>> & { readonly idempotencyKey?: string | undefined };

export type Tool = Omit<Definition<z.ZodObject, z.ZodObject>, "run"> & {
  /** Throws `invalid_request` for arguments that the listed schema does not allow. */
  readonly parse: (sent: unknown) => Arguments;
  /** Throws whatever the use case throws. */
  readonly run: (context: ToolCall, args: Arguments) => Promise<Record<string, unknown>>;
};

/** As many wrong places as somebody reads, and characters of each: a key may be as long as a page. */
const MAX_ISSUES = 8;
const MAX_ISSUE = 300;

const Key = { idempotencyKey: z.string().min(1).max(100).optional() };

/** The arguments as the schema has them. Throws `invalid_request`, with where to read what is taken instead. */
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
      return parseArguments(input, sent, "The tool's input schema has what it takes.");
    },
    run(context, args) {
      const { idempotencyKey: _key, ...own } = args;
      return run(context, own as z.output<I>); // `parse` made them of `input`
    },
  };
}

/** An id that answers hold. Listed with its length; which characters it may have is told by the answers. */
export const IdArgument = Id.meta({ minLength: 1, maxLength: 64 });

/** One line of text, of at most as many characters as is listed. */
export const LineArgument = (max: number) => z.string().min(1).max(max).pipe(lineOfText(max));

export const addressOf = ({ deps }: ToolContext, pageId: string): string => `${deps.config.origin}/pages/${pageId}`;
