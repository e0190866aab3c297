/** A small interface to the vector index. Changes become visible in it within seconds, not immediately. */

export type StoredVector = {
  /** At most 64 bytes. */
  readonly id: string;
  readonly values: readonly number[];
  readonly metadata: Readonly<Record<string, string>>;
};

/** Conditions on the metadata that the index is created with; as JSON shorter than `FILTER_BYTES`. */
export type VectorFilter = Readonly<Record<string, { readonly $in: string[] } | { readonly $nin: string[] }>>;

/** Vectorize's limit on a filter (https://developers.cloudflare.com/vectorize/reference/metadata-filtering/). */
export const FILTER_BYTES = 2_048;

/** More matches are not returned, and as many only without their values and metadata. */
const MAX_MATCHES = 100;
/** Ids per call. */
const MAX_DELETED = 100;

export type VectorMatch = { readonly id: string; readonly score: number };

export type VectorIndex = {
  /** At most 1,000. */
  readonly upsert: (vectors: readonly StoredVector[]) => Promise<void>;
  /** Ids without a vector are ignored. */
  readonly deleteByIds: (ids: readonly string[]) => Promise<void>;
  /** The nearest vectors that match any of the filters, the nearest first. */
  readonly query: (values: readonly number[], filters: readonly VectorFilter[]) => Promise<VectorMatch[]>;
};

/** The part of Vectorize's binding that is used. */
export type VectorsBinding = {
  upsert(vectors: VectorizeVector[]): Promise<unknown>;
  deleteByIds(ids: string[]): Promise<unknown>;
  query(vector: number[], options: VectorizeQueryOptions): Promise<{ matches: readonly VectorMatch[] }>;
};

export function createVectorIndex(binding: VectorsBinding | undefined): VectorIndex | null {
  if (!binding) return null;
  return {
    async upsert(vectors) {
      await binding.upsert(
        vectors.map(({ id, values, metadata }) => ({ id, values: [...values], metadata: { ...metadata } })),
      );
    },
    async deleteByIds(ids) {
      for (let at = 0; at < ids.length; at += MAX_DELETED) await binding.deleteByIds(ids.slice(at, at + MAX_DELETED));
    },
    async query(values, filters) {
      const answers = await Promise.all(
        filters.map((filter) => binding.query([...values], { topK: MAX_MATCHES, filter: { ...filter } })),
      );
      const matches = answers.flatMap((answer) => answer.matches.map(({ id, score }) => ({ id, score })));
      return matches.toSorted((a, b) => b.score - a.score).slice(0, MAX_MATCHES);
    },
  };
}
