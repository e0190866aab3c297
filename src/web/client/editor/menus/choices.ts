/** Rendering of the entries in the menus at the caret. */
import type { Completion, CompletionSection } from "@codemirror/autocomplete";
import { element } from "../../ui/dom.ts";

/** A completion with our own layout: `[icon] label detail … hint`. */
export type Choice = Completion & { readonly icon: () => HTMLElement | null; readonly hint: string };

const isChoice = (completion: Completion): completion is Choice => "icon" in completion;

export const piece = (look: string, text = ""): HTMLElement =>
  element("span", { class: look, "aria-hidden": "true" }, text);

export const section = (name: string, rank: number): CompletionSection => ({
  name,
  rank,
  header: () => element("li", { class: "ed-choices-section", role: "presentation" }, name),
});

/** For `addToOptions`: CodeMirror renders the label at 50 and the detail at 80. */
export const choiceParts = [
  {
    position: 20,
    render: (completion: Completion) => (isChoice(completion) ? completion.icon() : null),
  },
  {
    position: 90,
    render: (completion: Completion) =>
      isChoice(completion) && completion.hint !== "" ? piece("ed-hint", completion.hint) : null,
  },
];
