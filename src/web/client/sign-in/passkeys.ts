/** Passkeys in the browser: signing in with one, with a button or the field's suggestions, and managing the user's own. */
import {
  WebAuthnAbortService,
  WebAuthnError,
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startRegistration,
} from "@simplewebauthn/browser";
import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/browser";
import { ApiError, call, path } from "../api/api.ts";
import { ask } from "../ui/dialog.ts";
import { fieldOf, find, need, onClick } from "../ui/dom.ts";
import { askForChallenge, outcomeOf, pick, prove, runCeremony, signInWithPasskey } from "./passkey-ceremony.ts";
import { attempt, showError, clearErrors, onSubmit, announce } from "../ui/notice.ts";
import { confirmBeforeTyping, confirmRecentSignIn } from "./step-up.ts";
import { words } from "../../../words/passkeys.ts";
import { words as signin } from "../../../words/signin.ts";

/** A challenge is valid for five minutes; one waiting in the field's suggestions is renewed before that. */
const RENEW_MS = 4 * 60_000;

const visible = (): Promise<void> =>
  new Promise((resolve) => {
    if (!document.hidden) return resolve();
    document.addEventListener("visibilitychange", () => resolve(visible()), { once: true });
  });

/** Offers passkeys beside the email field: a button, and suggestions in the field if the browser supports them. */
export function startPasskeySignIn(root: HTMLElement, next: string): void {
  const offer = find("[data-passkey]", HTMLElement, root);
  if (!offer || !browserSupportsWebAuthn()) return;
  const button = need("button", HTMLButtonElement, offer);
  offer.hidden = false;
  let isPressed = false;
  button.addEventListener("click", () => {
    isPressed = true;
    attempt(button, async () => {
      try {
        const outcome = await signInWithPasskey();
        if (outcome === "done") location.assign(next);
        else announce(signin.noPasskeyUsed);
      } finally {
        isPressed = false;
        void suggest();
      }
    });
  });

  /** Waits in the background until a passkey is picked. Ends when the button takes over, or when the browser refuses. */
  async function suggest(): Promise<void> {
    if (!(await browserSupportsWebAuthnAutofill())) return;
    for (;;) {
      await visible();
      // The user has not asked for anything yet, so this failure is not shown; the button reports the problem.
      const challenge = await askForChallenge().catch(() => null);
      if (isPressed || challenge === null) return;
      const renewal = setTimeout(() => WebAuthnAbortService.cancelCeremony(), RENEW_MS);
      const picked = await pick(challenge, true)
        .catch(outcomeOf)
        .finally(() => clearTimeout(renewal));
      if (picked === "aborted") continue;
      if (picked === null || picked === "cancelled") return;
      try {
        await prove(challenge, picked);
        return location.assign(next);
      } catch (error) {
        clearErrors();
        showError(error);
        // After a rejected passkey the user may pick another; any other error would only repeat.
        if (!(error instanceof ApiError) || error.code !== "passkey_invalid") return;
      }
    }
  }
  void suggest();
}

/** The list in the settings: adding with a name, and removing after a confirmation. */
export function startPasskeys(root: HTMLElement): void {
  const form = need("form", HTMLFormElement, root);
  if (browserSupportsWebAuthn()) {
    onSubmit(form, () => add(form));
    confirmBeforeTyping(form);
  } else {
    form.hidden = true;
    need("[data-unsupported]", HTMLElement, root).hidden = false;
  }
  onClick(root, "[data-remove]", (control) => attempt(control, () => remove(control)));
}

async function add(form: HTMLFormElement): Promise<void> {
  const { options } = await call<{ options: PublicKeyCredentialCreationOptionsJSON }>(
    "POST",
    "/api/auth/passkey/register/options",
  );
  try {
    const name = fieldOf(form, "name");
    const outcome = await runCeremony(async () => {
      const response = await startRegistration({ optionsJSON: options });
      await call("POST", "/api/auth/passkey/register", { response, ...(name !== "" && { name }) });
    });
    if (outcome === "done") return location.reload();
    announce(words.noneMade);
  } catch (error) {
    if (!(error instanceof WebAuthnError) || error.code !== "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED") throw error;
    announce(words.already);
  }
}

async function remove(control: HTMLElement): Promise<void> {
  const row = control.closest<HTMLElement>("[data-id]");
  const name = row?.dataset["name"] ?? "";
  if (!(await confirmRecentSignIn())) return;
  if (!(await ask(words.removeAsked, words.removeHint(name), words.remove))) return;
  await call("DELETE", path`/api/auth/passkey/${row?.dataset["id"] ?? ""}`);
  row?.remove();
  announce(words.removed(name));
}
