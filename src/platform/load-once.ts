/**
 * A module that is loaded by the first request that needs it. Later ones get it without asking the runtime again: where
 * that takes an answer from elsewhere (a test runner's), two that ask at once would wait for each other's.
 */
export function loadOnce<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loaded: Module | null = null;
  return async () => (loaded ??= await load());
}
