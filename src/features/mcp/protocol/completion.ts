/** Completes the page of a prompt or of `page://{id}` from words of its title or text. */
import type { CompleteRequest, CompleteResult } from "@modelcontextprotocol/server";
import { LIMIT_RULES } from "../../../rate-limits/rules.ts";
import { SearchQuery } from "../../search/contract.ts";
import { search } from "../../search/service.ts";
import { limitedBy, refusesCaller } from "../tools/call.ts";
import type { ToolContext } from "../tools/tool.ts";
import { PROMPTS } from "./prompts.ts";
import { TEMPLATES } from "./resources.ts";

const MOST = 20;

export async function complete(context: ToolContext, request: CompleteRequest["params"]): Promise<CompleteResult> {
  const { ref, argument } = request;
  const isPage =
    ref.type === "ref/resource"
      ? argument.name === "id" && TEMPLATES.some(({ uriTemplate }) => uriTemplate === ref.uri)
      : argument.name === "page" && PROMPTS.some(({ name }) => name === ref.name);
  const asked = SearchQuery.safeParse({ q: argument.value, limit: MOST });
  if (!isPage || !asked.success) return { completion: { values: [] } };
  const { deps, caller } = limitedBy(context, LIMIT_RULES.searchByUser, "read");
  const { results, nextCursor } = await search(deps, caller, asked.data).catch((error: unknown) => {
    if (refusesCaller(error)) context.refuse(error);
    throw error;
  });
  // People read paths; an address takes an id.
  const values = results.map(({ pageId, path }) => (ref.type === "ref/resource" ? pageId : path));
  return { completion: { values, hasMore: nextCursor !== null } };
}
