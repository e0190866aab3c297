/** What the browser keeps of drives goes when the person signs out. */

/** What the names of what is kept begin with. */
export const KEPT = "octavo-drive:";

export function forgetKept(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(KEPT)) localStorage.removeItem(key);
}
