/** The palette's last entry: what was typed as a question to an agent. */
import { words as messages } from "../../../words/palette.ts";
import { iconClass } from "../../shared/icon-names.ts";
import type { Section } from "./entries.ts";
import type { Token } from "./filters.ts";

type Typed = { readonly words: string; readonly token: Token | null };
/** `index` is null until titles can be searched. */
type Search = { readonly index: unknown; readonly found: { readonly state: "there" | "asked" | "failed" } };

/** Adds a question about the workspace at the end, or at the start once it is certain that nothing was found. */
export function withQuestion(
  sections: readonly Section[],
  { words, token, index, found }: Typed & Search,
): readonly Section[] {
  if (words === "" || token !== null || words.startsWith(">")) return sections;
  const entry = { kind: "ask", key: "ask", icon: iconClass("bot"), title: messages.ask(words) } as const;
  const question = { name: messages.askTitle, entries: [entry] };
  const hasFound = sections.some(({ name }) => name !== messages.thisPage && name !== messages.makeNew);
  const isFirst = !hasFound && found.state === "there" && index !== null;
  return isFirst ? [question, ...sections] : [...sections, question];
}
