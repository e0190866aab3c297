/** A field that finds people: members of the drive and connections by a part of their name, others as the search allows. */
import type { z } from "zod";
import type { ConnectionList, PeopleFound } from "../../features/people/contract.ts";
import { call, path } from "./api.ts";
import { element } from "./dom.ts";
import { showError } from "./notice.ts";
import { listMembers } from "./people.ts";
import { words } from "../messages/people.ts";

export type Candidate = {
  /** Null for somebody who is meant by their address. */
  readonly id: string | null;
  readonly name: string;
  readonly detail: string;
};

/** How the interface is told who is meant. */
export const whoIs = ({ id, name }: Candidate): { readonly userId: string } | { readonly email: string } =>
  id === null ? { email: name } : { userId: id };

export type PeoplePicker = {
  readonly nodes: readonly HTMLElement[];
  /** Null while nobody is chosen: then the field says so. */
  readonly chosen: () => Candidate | null;
  readonly clear: () => void;
};

const OFFERED = 8;
/** Of a search among all people. */
const SHORTEST = 2;
/** In ms: a search waits for the next key as long. */
const TYPING = 150;
const ADDRESS = /^\S+@\S+\.\S+$/;
const USER_ID = /^[\w-]{16,64}$/;

/** Those whom one knows: without a right to one of the lists, the other. */
export async function knownPeople(driveId: string): Promise<readonly Candidate[]> {
  const members = driveId === "" ? null : listMembers(driveId).catch(() => null);
  const connections = call<z.infer<typeof ConnectionList>>("GET", "/api/connections?limit=100").catch(() => null);
  const known = new Map<string, Candidate & { readonly id: string }>();
  for (const { userId, user } of (await members)?.members ?? [])
    known.set(userId, { id: userId, name: user.name, detail: user.email ?? words.inDrive });
  for (const { user } of (await connections)?.connections ?? [])
    if (!known.has(user.id)) known.set(user.id, { id: user.id, name: user.name, detail: words.connection });
  return [...known.values()];
}

export async function searchPeople(text: string): Promise<readonly Candidate[]> {
  if (Array.from(text).length < SHORTEST) return [];
  const { users } = await call<z.infer<typeof PeopleFound>>("GET", path`/api/users/search?q=${text}&limit=${OFFERED}`);
  return users.map(({ id, name, displayName, username, email }) => ({
    id,
    name: displayName ?? name,
    detail: email ?? (username === null ? "" : `@${username}`),
  }));
}

export const matches = (text: string, { name, detail }: Candidate): boolean =>
  `${name} ${detail}`
    .toLowerCase()
    .split(/\s+/)
    .some((word) => word.startsWith(text.toLowerCase()));

/** Whoever is not found is meant by their address, or by their id. */
function asWritten(text: string, takesAddress: boolean): Candidate[] {
  if (takesAddress && ADDRESS.test(text)) return [{ id: null, name: text, detail: words.byAddress }];
  return USER_ID.test(text) ? [{ id: text, name: text, detail: words.userId }] : [];
}

/** Those who need not be found, and what is said where they are the only ones. */
export type LeftOut = { readonly has: (userId: string) => boolean; readonly reason: string };

/** `id` is the field's. `takesAddress`: also of somebody who is not found. */
export function peoplePicker(id: string, driveId: string, leftOut: LeftOut, takesAddress = true): PeoplePicker {
  const known = knownPeople(driveId);
  const list = element("ul", {
    id: `${id}-list`,
    class: "picker-list",
    role: "listbox",
    "aria-label": words.people,
    hidden: true,
  });
  const said = element("p", { class: "muted picker-said", role: "status" });
  const input = element("input", {
    id,
    role: "combobox",
    "aria-expanded": "false",
    "aria-controls": list.id,
    "aria-autocomplete": "list",
    placeholder: words.nameOrAddress,
    autocomplete: "off",
    spellcheck: "false",
  });
  let offered: readonly Candidate[] = [];
  let active = -1;
  let chosen: Candidate | null = null;
  let asked = 0;

  const close = (): void => {
    offered = [];
    draw();
  };
  const choose = (candidate: Candidate): void => {
    chosen = candidate;
    asked += 1;
    input.value = candidate.name;
    input.setCustomValidity("");
    said.textContent = "";
    close();
  };
  const draw = (): void => {
    list.hidden = offered.length === 0;
    input.setAttribute("aria-expanded", String(!list.hidden));
    const options = offered.map((candidate, index) => {
      const option = element(
        "li",
        { id: `${id}-${index}`, role: "option", "aria-selected": String(index === active) },
        element("span", {}, candidate.name),
        element("span", { class: "muted" }, candidate.detail),
      );
      // The field keeps the focus.
      option.addEventListener("mousedown", (event) => event.preventDefault());
      option.addEventListener("click", () => choose(candidate));
      return option;
    });
    list.replaceChildren(...options);
    if (active >= 0 && !list.hidden) input.setAttribute("aria-activedescendant", `${id}-${active}`);
    else input.removeAttribute("aria-activedescendant");
  };
  const offer = async (): Promise<void> => {
    const turn = (asked += 1);
    const text = input.value.trim();
    if (text === "") return close();
    const near = (await known).filter((each) => matches(text, each));
    await new Promise((resolve) => setTimeout(resolve, TYPING));
    if (turn !== asked) return;
    const far = await searchPeople(text);
    if (turn !== asked) return;
    const all = [...near, ...far.filter((each) => !near.some((other) => other.id === each.id))];
    offered = [
      ...all.filter((each) => each.id === null || !leftOut.has(each.id)),
      ...(all.length === 0 ? asWritten(text, takesAddress) : []),
    ].slice(0, OFFERED);
    active = offered.length > 0 ? 0 : -1;
    const isThere = all.length > 0 && offered.length === 0;
    said.textContent = isThere ? leftOut.reason : offered.length === 0 ? words.noneFound : "";
    draw();
  };
  input.addEventListener("input", () => {
    chosen = null;
    input.setCustomValidity("");
    offer().catch(showError);
  });
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (event) => {
    if (list.hidden || event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) active = (active + step + offered.length) % offered.length;
    else if (event.key === "Enter") {
      const candidate = offered[active];
      if (candidate) choose(candidate);
    } else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
    draw();
  });
  return {
    nodes: [element("div", { class: "picker" }, input, list), said],
    chosen() {
      if (chosen === null) {
        input.setCustomValidity(words.choose);
        input.reportValidity();
      }
      return chosen;
    },
    clear() {
      chosen = null;
      input.value = "";
      close();
    },
  };
}
