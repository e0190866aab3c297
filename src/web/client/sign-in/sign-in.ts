/** The sign-in page: magic link or passkey. */
import { askForLink } from "./ask-for-link.ts";
import { fieldOf, find, need } from "../ui/dom.ts";
import { onSubmit } from "../ui/notice.ts";
import { startPasskeySignIn } from "./passkeys.ts";
import { startProviders } from "./providers.ts";
import { removeKept } from "../service-worker/protocol.ts";

export function startSignIn(root: HTMLElement): void {
  // The previous session has ended without a sign-out, so remove its locally stored data.
  removeKept().catch(reportError);
  import("../offline/stored-drafts.ts").then(({ removeCopies }) => removeCopies()).catch(() => undefined);
  const next = need("[data-next]", HTMLElement, root).dataset["next"] ?? "/";
  startPasskeySignIn(root, next);
  startProviders(root, next);
  // Missing if the installation sends no mail.
  const form = find("form", HTMLFormElement, root);
  if (form) startLinkForm(root, form, next);
}

function startLinkForm(root: HTMLElement, form: HTMLFormElement, next: string): void {
  const sent = need("[data-sent]", HTMLElement, root);
  onSubmit(form, async () => {
    const email = fieldOf(form, "email");
    await askForLink({ email, next });
    need("[data-address]", HTMLElement, sent).textContent = email;
    form.hidden = true;
    root.querySelector("[data-problem]")?.remove();
    sent.hidden = false;
    sent.focus();
  });
  need("[data-again]", HTMLButtonElement, sent).addEventListener("click", () => {
    sent.hidden = true;
    form.hidden = false;
    need("input", HTMLInputElement, form).focus();
  });
}
