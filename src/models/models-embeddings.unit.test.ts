/** Embeddings over real HTTP, and how providers of them fail. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { EmbeddingModel } from "./model.ts";
import { createEmbeddings } from "./models.ts";
import { EMBEDDING_DIMENSIONS, embedWords } from "../../test/support/embed-words.ts";
import { startScriptedModel, type LoggedRequest } from "../../test/support/scripted-model.ts";

let server: Awaited<ReturnType<typeof startScriptedModel>>;

beforeAll(async () => {
  server = await startScriptedModel();
});
afterAll(() => server.close());

async function embedder(model: string, script = "", dimensions = EMBEDDING_DIMENSIONS): Promise<EmbeddingModel> {
  await fetch(`${server.url}/script`, { method: "POST", body: JSON.stringify({ key: model, script }) });
  const configured = { url: `${server.url}/v1`, key: "the-key", model, dimensions, minSimilarity: 0.3 };
  const created = createEmbeddings({ ...configured, name: "openai" });
  if (!created) throw new Error("No model is configured.");
  return created;
}

const embed = async (model: EmbeddingModel, texts: readonly string[]) => model.embed(texts, AbortSignal.timeout(2_000));

test("returns a vector for each text and the tokens", async () => {
  const texts = ["repair the car", "bake bread"];
  const { vectors, tokens } = await embed(await embedder("plain"), texts);
  expect(vectors).toEqual(texts.map(embedWords));
  expect(tokens).toBe(6);
});

test.each(["text-embedding-3-small", "other"])("asks %s for shorter vectors only if it offers them", async (model) => {
  await embed(await embedder(model), ["text"]);
  const log = (await (await fetch(`${server.url}/log?key=${model}`)).json()) as LoggedRequest[];
  expect(log.at(-1)?.body["dimensions"]).toBe(model === "other" ? undefined : EMBEDDING_DIMENSIONS);
});

test.each([
  ["500!", EMBEDDING_DIMENSIONS, "busy"],
  ["429!", EMBEDDING_DIMENSIONS, "busy"],
  ["401!", EMBEDDING_DIMENSIONS, "denied"],
  ["redirect!", EMBEDDING_DIMENSIONS, "rejected"],
  ["", 100, "garbled"],
])(
  "a provider that answers %j with vectors of %i dimensions fails as %s, without the key",
  async (script, size, code) => {
    const error: unknown = await embed(await embedder(`failing-${script}${size}`, script, size), ["text"]).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ name: "ModelError", code });
    expect(JSON.stringify(error)).not.toContain("the-key");
  },
);

test("a call ends with its signal", async () => {
  const model = await embedder("hanging", "hang!");
  await expect(model.embed(["text"], AbortSignal.timeout(50))).rejects.toMatchObject({ code: "cancelled" });
});

test("no model is configured by default", () => {
  expect(createEmbeddings(null)).toBeNull();
});
