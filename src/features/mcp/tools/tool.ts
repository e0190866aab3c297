/** What a tool of the protocol is, and what each is given when it is called. */
import * as z from "zod";
import type { Actor, Caller } from "../../../kernel/caller.ts";
import { Id } from "../../../kernel/contract.ts";
import { invalid, notFound } from "../../../kernel/errors.ts";
import type { LimitRule } from "../../../kernel/limit.ts";
import type { Deps } from "../../../deps.ts";
import type { ToolName } from "../contract.ts";
import { detectPaths } from "../page-references.ts";

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

export type Tool = Omit<Definition<z.ZodObject, z.ZodObject>, "run"> & {
  /** It takes a key. */
  readonly repeats: boolean;
  /** Throws `invalid_request` for arguments that do not fit, and whatever the use case throws. */
  readonly call: (context: ToolCall, args: unknown) => Promise<Record<string, unknown>>;
};

/** As many wrong places as somebody reads. */
const MAX_ISSUES = 8;

const Key = { idempotencyKey: z.string().max(100).optional() };

export function tool<I extends z.ZodObject, O extends z.ZodObject>({ run, ...rest }: Definition<I, O>): Tool {
  const repeats = rest.kind !== "read" && !rest.idempotent;
  const { input } = rest;
  const listed = repeats ? input.extend(Key) : input;
  return {
    ...rest,
    input: listed,
    repeats,
    call(context, args) {
      const { idempotencyKey: _key, ...own } = (args ?? {}) as Record<string, unknown>;
      const parsed = input.safeParse(repeats ? own : args);
      if (parsed.success) return run(context, parsed.data);
      const faults = parsed.error.issues
        .slice(0, MAX_ISSUES)
        .map(({ path, message }) => `${path.join(".") || "arguments"}: ${message}`);
      throw invalid("", faults.join("; "));
    },
  };
}

export const PageRef = z.string().min(1).max(2_000).describe("Page id, address or /drive/Title path");

/** The page that a reference names. Whether it may be seen is for the use case to say. */
export async function pageIdOf({ deps, caller }: ToolContext, reference: string): Promise<string> {
  const text = reference.trim().replace(/^page:\/\//, "");
  if (Id.safeParse(text).success) return text;
  const { results } = await detectPaths(deps, caller, [text]);
  const found = results[0]?.references[0];
  const [page, ...others] = found?.pages ?? [];
  if (page === undefined) throw notFound("This page");
  if (others.length > 0) {
    const ids = [page, ...others].map(({ pageId }) => pageId).join(", ");
    throw invalid("page", `Several pages have that path: ${ids}. Name one by its id.`);
  }
  return page.pageId;
}

export const addressOf = ({ deps }: ToolContext, pageId: string): string => `${deps.config.origin}/pages/${pageId}`;
