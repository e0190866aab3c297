/**
 * Offers text whose place another user deleted while it was being typed, so that it neither ends up elsewhere nor is
 * lost.
 */
import type { LostText } from "../editor/context.ts";
import { words } from "../../../words/lost-text.ts";
import { element, find } from "../ui/dom.ts";
import { announce, attempt } from "../ui/notice.ts";

/** The text stays in a focused field, so that further typing goes there and nowhere else. */
export function offerText({ message, text, put }: LostText): void {
  const field = element("textarea", { "aria-label": words.yourText, rows: 3 });
  field.value = text;
  const close = (): void => {
    box.remove();
    if (all.childElementCount === 0) all.remove();
  };
  const button = (label: string, look: string, onclick: () => void): HTMLElement =>
    element("button", { type: "button", class: look, onclick }, label);
  const copy = (): void =>
    attempt(null, async () => {
      await navigator.clipboard.writeText(field.value);
      announce(words.copied);
    });
  const use = (): void => {
    if (put?.run(field.value) === true) close();
    else announce(words.noPlace);
  };
  const box = element(
    "section",
    { class: "card lost-text", "aria-label": message },
    element("p", { role: "alert" }, message),
    field,
    element(
      "p",
      { class: "actions" },
      button(words.copy, "", copy),
      put && button(put.label, "quiet", use),
      button(words.discard, "quiet", close),
    ),
  );
  const all = find(".lost-texts", HTMLElement) ?? element("div", { class: "stack lost-texts" });
  all.append(box);
  // Attached to the body, because it outlives the view that the text was typed in.
  document.body.append(all);
  field.focus({ preventScroll: true });
  field.setSelectionRange(text.length, text.length);
}
