/** The declared properties that apply to the edited page. They change while it is open, when a user declares another. */
import { Facet } from "@codemirror/state";
import { NO_SCOPE, type PropertyScope } from "../../../shared/properties/context.ts";

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

export const scopeStore = Facet.define<ScopeStore, ScopeStore>({
  combine: ([store]) => store ?? new ScopeStore(NO_SCOPE),
});

/** As printed by the Worker for users who may write. */
export function printedScope(root: HTMLElement): PropertyScope {
  const source = root.querySelector<HTMLTemplateElement>("[data-property-scope]");
  return source ? (JSON.parse(source.content.textContent ?? "") as PropertyScope) : NO_SCOPE;
}
