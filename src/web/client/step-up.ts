/**
 * Identity confirmation: a dialog for actions that require a recent sign-in, opened before their form is filled in. The
 * user signs in again with a passkey, or with an emailed link in another tab; the page stays as it is.
 */
import { browserSupportsWebAuthn } from "@simplewebauthn/browser";
import type { SignInFreshness } from "../../features/auth/session/contract.ts";
import { call, callOpen } from "./api.ts";
import { openDialog } from "./dialog.ts";
import { element } from "./dom.ts";
import { announce, attempt, showError } from "./notice.ts";
import { signInWithPasskey } from "./passkey-ceremony.ts";
import { words } from "../messages/step-up.ts";
import { words as signin } from "../messages/signin.ts";

/** How often (ms) the waiting dialog checks whether the link was opened. */
const POLL_MS = 2_000;
/** A sign-in that expires within this time (ms) is renewed at once, because filling in a form may take longer. */
const MARGIN_MS = 60_000;

let freshUntil = 0;

async function readFreshness(): Promise<SignInFreshness> {
  const freshness = await call<SignInFreshness>("GET", "/api/auth/freshness");
  freshUntil = freshness.freshUntil === null ? 0 : Date.parse(freshness.freshUntil);
  return freshness;
}

/** Resolves to true at once after a recent sign-in; otherwise to whether the user confirmed. */
export async function confirmRecentSignIn(): Promise<boolean> {
  if (Date.now() < freshUntil - MARGIN_MS) return true;
  const freshness = await readFreshness();
  return Date.now() < freshUntil - MARGIN_MS || confirmIdentity(freshness);
}

/** For a form that is part of the page: asks once, when its first field gets the focus. */
export function confirmBeforeTyping(form: HTMLFormElement): void {
  form.addEventListener("focusin", () => void confirmRecentSignIn().catch(showError), { once: true });
}

let open: Promise<boolean> | null = null;

/** Asks regardless of the time of the last sign-in. */
export function confirmIdentity(known: SignInFreshness | null = null): Promise<boolean> {
  open ??= ask(known).finally(() => (open = null));
  return open;
}

async function ask(known: SignInFreshness | null): Promise<boolean> {
  const { userId, email } = known ?? (await readFreshness());
  return new Promise((resolve) => {
    let isConfirmed = false;
    const finish = async (): Promise<boolean> => {
      const now = await readFreshness();
      // Another user signed in: nothing on this page belongs to them.
      if (now.userId !== userId) location.reload();
      if (now.freshUntil === null) return false;
      isConfirmed = true;
      dialog.close();
      return true;
    };
    const passkey = element("button", { type: "button" }, signin.withPasskey);
    passkey.addEventListener("click", () =>
      attempt(passkey, async () => {
        if ((await signInWithPasskey()) === "done") await finish();
        else announce(signin.noPasskeyUsed);
      }),
    );
    const sent = element("p", { role: "status" });
    const link = element("button", { type: "button", class: "quiet" }, words.sendLink);
    link.addEventListener("click", () =>
      attempt(link, async () => {
        await callOpen("POST", "/api/auth/magic-link/send", { email, next: location.pathname });
        sent.textContent = words.sent(email);
        link.textContent = words.sendAgain;
      }),
    );
    const dialog = openDialog(
      words.title,
      element("p", {}, words.why),
      element("p", { class: "actions" }, browserSupportsWebAuthn() ? passkey : null, link),
      sent,
    );
    // A link that was sent before may be opened too, so that it looks from the start.
    const timer = setInterval(() => {
      if (!document.hidden && sent.textContent !== "") finish().catch(() => undefined);
    }, POLL_MS);
    dialog.addEventListener("close", () => {
      clearInterval(timer);
      resolve(isConfirmed);
    });
  });
}
