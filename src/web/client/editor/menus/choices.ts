/** Rendering of the entries in the menus at the caret. */
import type { Completion, CompletionSection } from "@codemirror/autocomplete";

/** A completion with our own layout: `[glyph] label detail … hint`. */
export type Choice = Completion & { readonly glyph: string; readonly hint: string };

const isChoice = (completion: Completion): completion is Choice => "glyph" in completion;

function piece(name: string, text: string, hidden: boolean): HTMLElement {
  const element = document.createElement("span");
  element.className = name;
  element.textContent = text;
  if (hidden) element.setAttribute("aria-hidden", "true");
  return element;
}

export const section = (name: string, rank: number): CompletionSection => ({
  name,
  rank,
  header: () => {
    const heading = document.createElement("li");
    heading.className = "ed-choices-section";
    heading.setAttribute("role", "presentation");
    heading.textContent = name;
    return heading;
  },
});

/** For `addToOptions`: CodeMirror renders the label at 50 and the detail at 80. */
export const choiceParts = [
  {
    position: 20,
    render: (completion: Completion) => (isChoice(completion) ? piece("ed-glyph", completion.glyph, true) : null),
  },
  {
    position: 90,
    render: (completion: Completion) =>
      isChoice(completion) && completion.hint !== "" ? piece("ed-hint", completion.hint, true) : null,
  },
];
