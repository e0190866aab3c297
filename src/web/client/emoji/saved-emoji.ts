/** The emoji that this browser chose last, and the skin tone. Removed on sign-out. */
import { SAVED_STATE_PREFIX } from "../tree/clear-saved-state.ts";

type Saved = { readonly recent: readonly string[]; readonly tone: string };

const KEY = `${SAVED_STATE_PREFIX}emoji`;
const MAX_RECENT = 18;

export function readSaved(): Saved {
  const nothing: Saved = { recent: [], tone: "" };
  try {
    return { ...nothing, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Saved>) }; // written by `save`
  } catch {
    return nothing;
  }
}

function save(part: Partial<Saved>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...readSaved(), ...part }));
  } catch {
    // Without storage nothing is remembered.
  }
}

export const saveTone = (tone: string): void => save({ tone });

export const saveRecent = (emoji: string): void =>
  save({ recent: [emoji, ...readSaved().recent.filter((each) => each !== emoji)].slice(0, MAX_RECENT) });
