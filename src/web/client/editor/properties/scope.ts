/** The declared properties that apply to the edited page. They change while it is open, when a user declares another. */
import { StateField } from "@codemirror/state";
import { NO_SCOPE, type PropertyScope } from "../../../shared/properties/context.ts";
import { editorContext } from "../context.ts";

export class ScopeStore {
  #value: PropertyScope;
  readonly #listeners = new Set<() => void>();

  constructor(value: PropertyScope) {
    this.#value = value;
  }

  get value(): PropertyScope {
    return this.#value;
  }

  set(value: PropertyScope): void {
    this.#value = value;
    for (const listener of this.#listeners) listener();
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** Belongs to the extension of properties. */
export const scopeStore = StateField.define<ScopeStore>({
  create: (state) => new ScopeStore(state.facet(editorContext)?.properties ?? NO_SCOPE),
  update: (store) => store,
});
