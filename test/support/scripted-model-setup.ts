/** Starts the scripted model server once, at the address that the Worker's variables name. */
import type { TestProject } from "vitest/node";
import { startScriptedModel } from "./scripted-model.ts";

declare module "vitest" {
  interface ProvidedContext {
    modelPort: number;
  }
}

export async function setup({ vitest }: TestProject): Promise<() => Promise<void>> {
  const { close } = await startScriptedModel(vitest.config.provide.modelPort);
  return close;
}
