/** Comments that were not sent yet, kept on this device: a lost connection or a closed tab does not lose their text. */

const PREFIX = "octavo:comment:";

const keyOf = (userId: string, pageId: string, id: string): string => `${PREFIX}${userId}:${pageId}:${id}`;

export class KeptDrafts {
  readonly #key: (id: string) => string;

  constructor(userId: string, pageId: string) {
    this.#key = (id) => keyOf(userId, pageId, id);
  }

  /** `id`: the thread, or `new`. */
  get(id: string): string {
    try {
      return localStorage.getItem(this.#key(id)) ?? "";
    } catch {
      return "";
    }
  }

  set(id: string, text: string): void {
    try {
      if (text.trim() === "") localStorage.removeItem(this.#key(id));
      else localStorage.setItem(this.#key(id), text);
    } catch {
      // Storage is full or blocked.
    }
  }
}

/** Removes those of all users, on sign-out. */
export function forgetDrafts(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
}
