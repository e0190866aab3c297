/** The real D1 with injected faults: each call succeeds, is lost on the way there, or loses its reply. */
import { env } from "cloudflare:workers";

export type Fault = "before" | "after" | null;

const lost = (): Error => new Error("D1_ERROR: Network connection lost.");

async function troubled<T>(fault: Fault, work: () => Promise<T>): Promise<T> {
  if (fault === "before") throw lost();
  const result = await work();
  if (fault === "after") throw lost();
  return result;
}

/** For `DB` in a request's variables; `faultOf` is called once per round trip. */
export function faultyDatabase(faultOf: () => Fault): object {
  // Batches use the real statements; a statement run alone can be lost as well.
  const wrap = (statement: D1PreparedStatement): object =>
    Object.assign(Object.create(statement) as object, {
      real: statement,
      bind: (...values: unknown[]) => wrap(statement.bind(...values)),
      all: () => troubled(faultOf(), () => statement.all()),
    });
  return {
    prepare: (text: string) => wrap(env.DB.prepare(text)),
    batch: (statements: { real: D1PreparedStatement }[]) =>
      troubled(faultOf(), () => env.DB.batch(statements.map(({ real }) => real))),
  };
}

/** A database that never answers; counts the calls. */
export function hungDatabase(): { readonly DB: object; readonly asked: () => number } {
  let asked = 0;
  const never = (): Promise<never> => {
    asked += 1;
    return new Promise<never>(() => undefined);
  };
  const statement = { bind: () => statement, all: never };
  return { DB: { prepare: () => statement, batch: never }, asked: () => asked };
}
