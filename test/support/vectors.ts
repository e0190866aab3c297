/**
 * Vectorize in memory, because it has no local counterpart: exact cosine similarity, filters on metadata, and the documented
 * limits. Changes are visible at once.
 */
import type { VectorsBinding } from "../../src/platform/vectors.ts";

type Stored = { readonly values: readonly number[]; readonly metadata: Readonly<Record<string, unknown>> };
type Condition = { readonly $in?: readonly unknown[]; readonly $nin?: readonly unknown[] };

export class MemoryVectors implements VectorsBinding {
  readonly stored = new Map<string, Stored>();
  /** Ids of all vectors that were written, in order. */
  written: string[] = [];
  queries = 0;
  /** Every call rejects with this error. */
  fault: Error | null = null;
  /** Runs once, before the next vectors are written. */
  overtake: (() => Promise<void>) | null = null;

  async upsert(vectors: VectorizeVector[]): Promise<unknown> {
    if (vectors.length > 1_000) throw new Error("too many vectors");
    const { overtake } = this;
    this.overtake = null;
    await overtake?.();
    return this.#act(() => {
      for (const { id, values, metadata = {} } of vectors) {
        if (Buffer.byteLength(id) > 64) throw new Error("id too long");
        this.written.push(id);
        this.stored.set(id, { values: [...values], metadata });
      }
    });
  }

  deleteByIds(ids: string[]): Promise<unknown> {
    return this.#act(() => {
      for (const id of ids) this.stored.delete(id);
    });
  }

  query(vector: number[], { topK = 5, filter = {}, returnMetadata, returnValues }: VectorizeQueryOptions) {
    if (topK > (returnMetadata || returnValues ? 50 : 100)) throw new Error("topK too large");
    if (Buffer.byteLength(JSON.stringify(filter)) >= 2_048) throw new Error("filter too large");
    return this.#act(() => {
      this.queries += 1;
      const passes = ({ metadata }: Stored): boolean =>
        Object.entries(filter).every(([name, condition]) => {
          const { $in, $nin } = condition as Condition; // the only ones the service uses
          return ($in?.includes(metadata[name]) ?? true) && !($nin?.includes(metadata[name]) ?? false);
        });
      const matches = [...this.stored]
        .filter(([, each]) => passes(each))
        .map(([id, { values }]) => ({ id, score: cosine(vector, values) }))
        .toSorted((a, b) => b.score - a.score);
      return { matches: matches.slice(0, topK) };
    });
  }

  /** Ids of the vectors of a page. */
  of(pageId: string): string[] {
    return [...this.stored.keys()].filter((id) => id.startsWith(`${pageId}:`)).toSorted();
  }

  async #act<T>(act: () => T): Promise<T> {
    await Promise.resolve();
    if (this.fault) throw this.fault;
    return act();
  }
}

function cosine(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length) throw new Error("vectors of different dimensions");
  const dot = (x: readonly number[], y: readonly number[]): number => x.reduce((sum, v, i) => sum + v * (y[i] ?? 0), 0);
  return dot(a, b) / (Math.sqrt(dot(a, a) * dot(b, b)) || 1);
}
