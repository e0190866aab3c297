/** Decides which suggestions one edit can accept. */
import type { Anchor } from "../../src/anchors/anchor.ts";
import { foldBlanks } from "../../src/anchors/blanks.ts";
import { planOne } from "../../src/anchors/suggestions.ts";
import type { TextRange } from "../../src/realtime/pinned-ranges.ts";
import type { Splice } from "../../src/realtime/splices.ts";
import type { AcceptCommand, SuggestionOutcome } from "../../src/rpc/page-threads.ts";

type Suggestion = AcceptCommand["suggestions"][number];
/** `splices` is null if the suggestion is not accepted. */
type Planned = { readonly outcome: SuggestionOutcome; readonly splices: readonly Splice[] | null };

/**
 * `splices` accept all that can be accepted at once, from left to right: one that overlaps an accepted one stays open.
 * Words that changed are only replaced for a caller who saw them as they are now.
 */
export function planAccepting(
  text: string,
  suggestions: readonly Suggestion[],
  anchorOf: (id: string) => Anchor | undefined,
): { readonly outcomes: readonly SuggestionOutcome[]; readonly splices: readonly Splice[] } {
  const outcomes = new Map<string, SuggestionOutcome>();
  const planned = suggestions.flatMap((suggestion) => {
    const anchor = anchorOf(suggestion.id);
    const { outcome, splices } = anchor ? planAt(text, anchor, suggestion) : refused(suggestion.id, "words_gone");
    outcomes.set(suggestion.id, outcome);
    return anchor && splices ? [{ id: suggestion.id, anchor, splices }] : [];
  });
  const accepted: Splice[] = [];
  let end = -1;
  for (const { id, anchor, splices } of planned.toSorted((a, b) => inOrder(a.anchor, b.anchor))) {
    const { from, to } = spanOf(anchor, splices);
    if (from < end || (from === end && from === to)) outcomes.set(id, refused(id, "overlaps").outcome);
    else {
      accepted.push(...splices);
      end = to;
    }
  }
  return { outcomes: [...outcomes.values()], splices: accepted };
}

function planAt(text: string, anchor: Anchor, { id, replacement, words }: Suggestion): Planned {
  const plan = planOne(text, { anchor, put: replacement });
  const now = text.slice(anchor.from, anchor.to);
  const hasSeen = words !== null && foldBlanks(words) === foldBlanks(now);
  const differs = (merged: string | null): Planned => ({
    outcome: { id, result: "differs", now, merged },
    splices: null,
  });
  const accepted = (splices: readonly Splice[]): Planned => ({ outcome: { id, result: "accepted" }, splices });
  switch (plan.kind) {
    case "refused":
      return refused(id, plan.reason);
    case "already":
      return { outcome: { id, result: "already" }, splices: null };
    case "apply":
      return words === null || hasSeen ? accepted(plan.splices) : differs(replacement);
    case "differs":
      return hasSeen ? accepted(plan.merged ?? plan.replaced) : differs(plan.preview);
  }
}

function refused(id: string, reason: "words_gone" | "place_unsure" | "overlaps"): Planned {
  return { outcome: { id, result: "refused", reason }, splices: null };
}

const inOrder = (a: TextRange, b: TextRange): number => a.from - b.from || a.to - b.to;

/** What an accepted suggestion changes, which may include a blank beside its words. */
const spanOf = ({ from, to }: TextRange, splices: readonly Splice[]): TextRange => ({
  from: Math.min(from, ...splices.map(({ at }) => at)),
  to: Math.max(to, ...splices.map(({ at, remove }) => at + remove)),
});
