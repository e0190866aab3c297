/** Grows a textarea with its text where the browser cannot (CSS `field-sizing`). */
export function fitHeight(area: HTMLTextAreaElement): void {
  if (CSS.supports("field-sizing", "content")) return;
  area.style.height = "auto";
  area.style.height = `${area.scrollHeight}px`;
}
