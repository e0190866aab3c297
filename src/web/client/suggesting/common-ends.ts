/** What two texts have in common at their ends. */
import { splitsCharacter } from "../../../realtime/text.ts";

/** Length of what both begin with, without half a character. */
export function commonStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && a[length] === b[length]) length++;
  return splitsCharacter(a, length) || splitsCharacter(b, length) ? length - 1 : length;
}

export function commonEnd(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && a[a.length - 1 - length] === b[b.length - 1 - length]) length++;
  return splitsCharacter(a, a.length - length) || splitsCharacter(b, b.length - length) ? length - 1 : length;
}
