/** Where the palette has its lists from: titles kept in this browser, what the service finds, and people. */
import { useEffect, useState } from "preact/hooks";
import { call } from "../api/api.ts";
import { type Candidate, knownPeople, searchPeople } from "../sharing/people-sources.ts";
import { sideView } from "../shell/side.tsx";
import { type Found, findInService, TitleIndex } from "./entries.ts";
import type { Filter } from "./filters.ts";
import { foldName } from "../../../kernel/fold.ts";
import { fetchTitles, loadTitles, type Titles } from "./title-store.ts";

/** The service is not asked for titles again before this time, in ms. */
const FRESH = 20_000;
/** A pause in typing, in ms, after which the service is asked. */
const PAUSE = 160;
/** Letters from which on the service finds anything. */
const SHORTEST = 2;

type Known = { readonly person: string; readonly titles: Titles; readonly index: TitleIndex };

let known: Known | null = null;
/** When, in ms, the service was asked for titles last. */
let asked = 0;
/** Whether something was changed here since then. */
let isChanged = false;
document.addEventListener("octavo:changed", () => (isChanged = true));

/** The titles at hand at once, and those that the service has when they come. */
export function useTitles(person: string): Known | null {
  const [shown, setShown] = useState<Known | null>(known?.person === person ? known : null);
  useEffect(() => {
    let isGone = false;
    const show = async (titles: Titles): Promise<void> => {
      known = { person, titles, index: await TitleIndex.make(titles) };
      if (!isGone) setShown(known);
    };
    const refresh = async (): Promise<void> => {
      if (known?.person !== person) {
        const stored = await loadTitles(person).catch(() => undefined);
        if (stored) await show(stored);
      }
      if (!isChanged && Date.now() - asked < FRESH) return;
      isChanged = false;
      asked = Date.now();
      await show(await fetchTitles(person));
    };
    // Without a network the titles that were kept are what there is.
    const again = (): void => void refresh().catch(() => undefined);
    again();
    document.addEventListener("octavo:changed", again);
    return () => {
      isGone = true;
      document.removeEventListener("octavo:changed", again);
    };
  }, [person]);
  return shown;
}

export type Answer = Found & { readonly state: "asked" | "there" | "failed" };

const NOTHING: Answer = { passages: [], pages: [], state: "there" };

/** `words` null: nothing that the service could be asked. */
export function useFound(words: string | null, filter: Filter): Answer {
  const [answer, setAnswer] = useState(NOTHING);
  const isAsked =
    words !== null &&
    (Array.from(words).length >= SHORTEST || (words === "" && (filter.by ?? filter.changed) !== null));
  useEffect(() => {
    if (!isAsked) {
      setAnswer(NOTHING);
      return;
    }
    let isGone = false;
    setAnswer((before) => ({ ...before, state: "asked" }));
    const timer = setTimeout(() => {
      findInService(words, filter).then(
        (found) => !isGone && setAnswer({ ...found, state: "there" }),
        () => !isGone && setAnswer({ ...NOTHING, state: "failed" }),
      );
    }, PAUSE);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [words, filter, isAsked]);
  return answer;
}

type Me = { readonly id: string; readonly name: string };

/** The reader, and those they know. */
async function everybodyKnown(): Promise<readonly Candidate[]> {
  const [me, others] = await Promise.all([call<Me>("GET", "/api/auth/me"), knownPeople(sideView()?.drive?.id ?? "")]);
  return [{ id: me.id, name: me.name, detail: "You, me" }, ...others.filter(({ id }) => id !== me.id)];
}

const answers = (words: string, { name, detail }: Candidate): boolean =>
  foldName(`${name} ${detail}`)
    .split(/[\s,]+/)
    .some((word) => word.startsWith(foldName(words)));

/** `words` null: nobody is looked for. */
export function usePeople(words: string | null): readonly Candidate[] {
  const [near, setNear] = useState<readonly Candidate[]>([]);
  const [far, setFar] = useState<readonly Candidate[]>([]);
  const isWanted = words !== null;
  useEffect(() => {
    if (isWanted) everybodyKnown().then(setNear, () => undefined);
  }, [isWanted]);
  useEffect(() => {
    setFar([]);
    if (words === null) return;
    let isGone = false;
    const timer = setTimeout(() => {
      searchPeople(words).then(
        (found) => !isGone && setFar(found),
        () => undefined,
      );
    }, PAUSE);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [words]);
  if (words === null) return [];
  const nearby = near.filter((person) => answers(words, person));
  return [...nearby, ...far.filter(({ id }) => !near.some((each) => each.id === id))];
}
