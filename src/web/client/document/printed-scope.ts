/** The declared properties that apply to the page, as printed by the Worker for users who may write; null without. */
import type { PropertyScope } from "../../shared/properties/context.ts";

export function printedScope(root: HTMLElement): PropertyScope | null {
  const source = root.querySelector<HTMLTemplateElement>("[data-property-scope]");
  return source ? (JSON.parse(source.content.textContent ?? "") as PropertyScope) : null;
}
