/** The language model of the development server, which answers by scripts. */
import { setTimeout as pause } from "node:timers/promises";
import { startScriptedModel } from "../support/scripted-model.ts";

const address = process.env.OCTAVO_MODEL ?? "http://127.0.0.1:9101/v1";

/** Test files run at the same time: the first starts the server, and another takes over when that file ends. */
export function useScriptedModel(): { readonly close: () => Promise<void> } {
  const ended = new AbortController();
  const keep = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      const server = await startScriptedModel(Number(new URL(address).port)).catch(() => null);
      if (server === null) await pause(50);
      else {
        await new Promise<void>((resolve) => ended.signal.addEventListener("abort", () => resolve()));
        await server.close();
      }
    }
  };
  const kept = keep();
  return {
    close: () => {
      ended.abort();
      return kept;
    },
  };
}

let scripts = 0;

/** Registers what the model answers to a request that contains the returned words. */
export async function scriptModel(script: string): Promise<string> {
  const key = `e2e-${process.pid}-${++scripts}`;
  const post = () => fetch(new URL("/script", address), { method: "POST", body: JSON.stringify({ key, script }) });
  await post().catch(async () => {
    await pause(1_000);
    return post();
  });
  return `script:${key}`;
}
