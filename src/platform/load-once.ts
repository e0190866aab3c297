/**
 * A module that the first request to need it loads. Later requests get it without asking the runtime again: where that
 * needs a response from elsewhere (a test runner), two concurrent imports would wait for each other.
 */
export function loadOnce<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loaded: Module | null = null;
  return async () => (loaded ??= await load());
}
