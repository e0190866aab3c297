/** Scripts the model server from tests in workerd, and reads which requests it received. */
import { inject } from "vitest";
import type { LoggedRequest } from "./scripted-model.ts";
import { freshId } from "./world.ts";

const address = (path: string): string => `http://127.0.0.1:${inject("modelPort")}${path}`;

/** Registers the script. The returned marker selects it from any message of a request, and the key as an embedding model. */
export async function scriptModel(script: string, key = freshId("script")): Promise<{ key: string; marker: string }> {
  await (await fetch(address("/script"), { method: "POST", body: JSON.stringify({ key, script }) })).text();
  return { key, marker: `script:${key}` };
}

/** Makes a model follow the script in all conversations that select none themselves. */
export async function scriptedModel(model: string, script: string): Promise<void> {
  await (await fetch(address("/script"), { method: "POST", body: JSON.stringify({ key: model, script }) })).text();
}

export async function requestsOf(key: string): Promise<LoggedRequest[]> {
  return (await fetch(address(`/log?key=${key}`))).json<LoggedRequest[]>();
}
