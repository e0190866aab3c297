/** Starts the tests' OpenID Connect provider once, and passes its URL to them. */
import type { TestProject } from "vitest/node";
import { startProvider } from "./provider.ts";

declare module "vitest" {
  interface ProvidedContext {
    oidc: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const provider = await startProvider();
  project.provide("oidc", provider.url);
  return provider.close;
}
