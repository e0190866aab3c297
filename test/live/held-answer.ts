/** Lets a test delay D1's answer to a page's room. */
import { env } from "cloudflare:workers";
import { runInDurableObject } from "cloudflare:test";

/** Runs the room's next batch, but holds its answer until `release`; later batches fail if `failsThen`. */
export async function holdNextAnswer(id: string, failsThen = false) {
  let isHeld = false;
  let asked = 0;
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  const batch = async (statements: D1PreparedStatement[]): Promise<D1Result[]> => {
    asked++;
    if (isHeld && failsThen) throw new Error("D1_ERROR: Network connection lost.");
    const results = await env.DB.batch(statements);
    if (isHeld) return results;
    isHeld = true;
    await gate;
    return results;
  };
  await runInDurableObject(env.PAGE_ROOM.getByName(id), (room) => {
    Object.assign(room, { env: { ...env, DB: { prepare: (text: string) => env.DB.prepare(text), batch } } });
  });
  return { release, isHeld: () => isHeld, asked: () => asked };
}
