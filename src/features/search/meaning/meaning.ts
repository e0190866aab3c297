/** Search by meaning is on if the deployment has both an embedding model and a vector index. */
import type { Deps } from "../../../deps.ts";
import type { EmbeddingModel } from "../../../models/embeddings.ts";
import type { VectorIndex } from "../../../platform/vectors.ts";

export type Meaning = { readonly embeddings: EmbeddingModel; readonly vectors: VectorIndex };

export const meaningOf = ({ embeddings, vectors }: Pick<Deps, "embeddings" | "vectors">): Meaning | null =>
  embeddings && vectors && { embeddings, vectors };
