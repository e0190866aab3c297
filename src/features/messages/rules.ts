/** Pure rules of messages. */

/** Files of one message that are kept and deleted with it. */
const MAX_FILES = 100;

/** Ids of the stored files that a text shows or links to, each once. */
export function fileIdsIn(content: string): string[] {
  const ids = Array.from(content.matchAll(/\/api\/files\/([\w-]{1,64})\/(?:view|download)\b/g), ([, id = ""]) => id);
  return [...new Set(ids)].slice(0, MAX_FILES);
}
