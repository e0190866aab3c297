/** What the browser keeps of drives goes when the person signs out. */

/** What the names of what is kept begin with. */
export const SAVED_STATE_PREFIX = "octavo-drive:";

export function clearSavedState(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(SAVED_STATE_PREFIX)) localStorage.removeItem(key);
}
