/** Pure rules for messages. */

/** Maximum number of files per message that are stored and deleted with it. */
const MAX_FILES = 100;

/** Ids of the stored files that a text shows or links to, without duplicates. */
export function fileIdsIn(content: string): string[] {
  const ids = Array.from(content.matchAll(/\/api\/files\/([\w-]{1,64})\/(?:view|download)\b/g), ([, id = ""]) => id);
  return [...new Set(ids)].slice(0, MAX_FILES);
}
