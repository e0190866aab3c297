/** Search by meaning is on if the deployment has both an embedding model and a vector index. */
import type { Deps } from "../../../deps.ts";
import type { EmbeddingModel } from "../../../models/model.ts";
import { systemClock } from "../../../platform/system.ts";
import type { VectorIndex } from "../../../platform/vectors.ts";
import { measureAiCall } from "../../ai-usage/index.ts";

export type Meaning = { readonly embeddings: EmbeddingModel; readonly vectors: VectorIndex };

export const meaningOf = ({ embeddings, vectors }: Pick<Deps, "embeddings" | "vectors">): Meaning | null =>
  embeddings && vectors && { embeddings, vectors };

/** For providers that do not report tokens. */
const CHARACTERS_PER_TOKEN = 4;

/** Embeds texts and counts the call in the metrics. */
export async function embedTexts(
  deps: Pick<Deps, "metrics">,
  model: EmbeddingModel,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<{ readonly vectors: readonly (readonly number[])[]; readonly tokens: number }> {
  const start = systemClock();
  const count = (tokens: number | null): void =>
    measureAiCall(deps, model, {
      start,
      end: systemClock(),
      failed: tokens === null,
      usage: tokens === null ? null : { input: tokens, cached: 0, output: 0 },
    });
  try {
    const { vectors, tokens } = await model.embed(texts, signal);
    const used = tokens ?? Math.ceil(texts.join("").length / CHARACTERS_PER_TOKEN);
    count(used);
    return { vectors, tokens: used };
  } catch (error) {
    count(null);
    throw error;
  }
}
