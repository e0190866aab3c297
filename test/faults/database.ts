/** The real D1 with a say in what becomes of each call: carried out, lost on the way there, or its reply lost. */
import { env } from "cloudflare:workers";

export type Fault = "before" | "after" | null;

const lost = (): Error => new Error("D1_ERROR: Network connection lost.");

async function troubled<T>(fault: Fault, work: () => Promise<T>): Promise<T> {
  if (fault === "before") throw lost();
  const result = await work();
  if (fault === "after") throw lost();
  return result;
}

/** For `DB` of a request's variables; `faultOf` is asked once a round trip. */
export function faultyDatabase(faultOf: () => Fault): object {
  // Statements of a batch are the real ones; alone, one is as likely to be lost.
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

/** A database that takes every question and never answers; counts the questions. */
export function hungDatabase(): { readonly DB: object; readonly asked: () => number } {
  let asked = 0;
  const never = (): Promise<never> => {
    asked += 1;
    return new Promise<never>(() => undefined);
  };
  const statement = { bind: () => statement, all: never };
  return { DB: { prepare: () => statement, batch: never }, asked: () => asked };
}
