/** A deployment with search by meaning: the service's own code over HTTP, a model of its own and an index in memory. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { inject } from "vitest";
import { app } from "../../src/app.ts";
import { createDeps } from "../../src/composition.ts";
import type { Deps } from "../../src/deps.ts";
import type { SearchAnswer } from "../../src/features/search/contract.ts";
import { indexDirty } from "../../src/features/search/indexing.ts";
import { d1 } from "../support/d1.ts";
import { EMBEDDING_DIMENSIONS } from "../support/embed-words.ts";
import { requestsOf } from "../support/models.ts";
import { MemoryVectors } from "../support/vectors.ts";
import { freshId, ORIGIN } from "../support/world.ts";

type Init = { readonly method?: string; readonly headers?: Record<string, string>; readonly body?: string };

export type MeaningWorld = ReturnType<typeof meaningWorld>;

/** `without` leaves out variables, or the binding. */
export function meaningWorld(without: readonly ("AI_EMBEDDINGS" | "VECTORS")[] = []) {
  const vectors = new MemoryVectors();
  const model = freshId("embedder");
  const variables = {
    AI_OPENAI_URL: `http://127.0.0.1:${inject("modelPort")}/v1`,
    AI_EMBEDDINGS: `openai/${model}|${EMBEDDING_DIMENSIONS}|.3`,
    VECTORS: vectors,
    ...Object.fromEntries(without.map((name) => [name, undefined])),
  };
  const withDeps = async <T>(work: (deps: Deps) => Promise<T>, now = Date.now()): Promise<T> => {
    const context = createExecutionContext();
    const result = await work(createDeps({ ...env, ...variables }, context, now));
    await waitOnExecutionContext(context);
    return result;
  };
  const fetchFrom = async (token: string, path: string, init: Init = {}): Promise<Response> => {
    const context = createExecutionContext();
    const headers = { Authorization: `Bearer ${token}`, "CF-Connecting-IP": "192.0.2.1", ...init.headers };
    const request = new Request(ORIGIN + path, { ...init, headers });
    const response = await app.fetch(request, { ...env, ...variables }, context);
    await waitOnExecutionContext(context);
    return response;
  };
  return {
    vectors,
    model,
    withDeps,
    fetchFrom,
    /** The texts of each call to the model. */
    calls: async (): Promise<string[][]> => (await requestsOf(model)).map(({ body }) => body["input"] as string[]), // as the provider sends them
    async index(now = Date.now()): Promise<void> {
      for (let left = true; left;) {
        await withDeps(indexDirty, now);
        left = (await d1`select 1 from search_dirty`.first()) !== null;
      }
    },
    async ask(token: string, q: string, more: Record<string, string> = {}): Promise<SearchAnswer> {
      const response = await fetchFrom(token, `/api/search?${new URLSearchParams({ q, ...more }).toString()}`);
      if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
      return response.json();
    },
    /** Pages that wait for their vectors, with the number of attempts. */
    waiting: async (): Promise<Record<string, number>> => {
      const rows = await env.SEARCH.prepare("select page_id, tries from vector_queue").all<{
        page_id: string;
        tries: number;
      }>();
      return Object.fromEntries(rows.results.map(({ page_id, tries }) => [page_id, tries]));
    },
  };
}
