/** Starts the OpenID Connect provider of the tests once, and tells them where it is. */
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
