/** The buttons for signing in with a provider. */
import { callOpen, path } from "../api/api.ts";
import { find, onClick } from "../ui/dom.ts";
import { attempt } from "../ui/notice.ts";

export function startProviders(root: HTMLElement, next: string): void {
  const buttons = find("[data-providers]", HTMLElement, root);
  if (!buttons) return;
  onClick(buttons, "[data-provider]", (button) => {
    attempt(button, async () => {
      const { url } = await callOpen<{ url: string }>(
        "POST",
        path`/api/auth/${button.dataset["provider"] ?? ""}/signin`,
        { next },
      );
      location.assign(url);
    });
  });
}
