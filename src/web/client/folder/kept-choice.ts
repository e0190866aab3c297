/** The view of each folder that the user chose last, on this device. */
const keyOf = (folderId: string): string => `folder-view:${folderId}`;

/** An empty name is the list of all pages. */
export function keepChoice(folderId: string, name: string | null): void {
  try {
    localStorage.setItem(keyOf(folderId), name ?? "");
  } catch {
    // Without storage, the first view opens.
  }
}

/** Undefined if none was chosen. */
export function keptChoice(folderId: string): string | undefined {
  try {
    return localStorage.getItem(keyOf(folderId)) ?? undefined;
  } catch {
    return undefined;
  }
}
