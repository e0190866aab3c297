/** Completes the page argument of a prompt or of `page://{id}` by words of its title or text. */
import type { CompleteRequest, CompleteResult } from "@modelcontextprotocol/server";
import { LIMIT_RULES } from "../../../rate-limits/rules.ts";
import { SearchQuery } from "../../search/contract.ts";
import { search } from "../../search/service.ts";
import { fitList } from "../tools/answer-size.ts";
import { limitedBy } from "../tools/limited.ts";
import { PageRef, printedPath } from "../tools/page-ref.ts";
import type { ToolContext } from "../tools/tool.ts";
import { findPrompt } from "./prompts.ts";
import { invalidParams, quote } from "./refusals.ts";
import { TEMPLATES } from "./resources.ts";

const MAX_COMPLETIONS = 20;

export async function complete(context: ToolContext, request: CompleteRequest["params"]): Promise<CompleteResult> {
  const { ref, argument } = request;
  if (ref.type === "ref/resource") requireTemplate(ref.uri, argument.name);
  else requirePrompt(ref.name, argument.name);
  if (argument.value !== "" && !PageRef.safeParse(argument.value).success)
    throw invalidParams(`The value of ${argument.name} is too long. Send the first words of the page title.`);
  const asked = SearchQuery.safeParse({ q: argument.value, limit: MAX_COMPLETIONS });
  // Only page arguments are completed, and an invalid query has no completions.
  if (!NAMES_PAGE.has(argument.name) || !asked.success) return { completion: { values: [] } };
  const { deps, caller } = limitedBy(context, LIMIT_RULES.searchByUser, "read");
  return fitList(MAX_COMPLETIONS, async (limit) => {
    const { results, nextCursor } = await search(deps, caller, { ...asked.data, limit });
    // Prompts show paths, which people can read; a resource URI needs the id.
    const values = results.map((hit) => (ref.type === "ref/resource" ? hit.pageId : printedPath(hit)));
    return { completion: { values, hasMore: nextCursor !== null } };
  });
}

const NAMES_PAGE: ReadonlySet<string> = new Set(["id", "page"]);

function requireTemplate(uri: string, name: string): void {
  const known = TEMPLATES.find(({ uriTemplate }) => uriTemplate === uri);
  if (!known)
    throw invalidParams(
      `There is no template ${quote(uri)}. Call resources/templates/list for the available templates.`,
    );
  const variables: readonly string[] = known.uriTemplate.match(/\w+(?=[,}])/g) ?? [];
  if (!variables.includes(name))
    throw invalidParams(`${quote(uri)} has no variable ${quote(name)}. It has ${variables.join(", ")}.`);
}

function requirePrompt(prompt: string, name: string): void {
  const known = findPrompt(prompt).arguments.map((argument) => argument.name);
  if (!known.includes(name))
    throw invalidParams(`The prompt ${quote(prompt)} has no argument ${quote(name)}. It has ${known.join(", ")}.`);
}
