/** Confirms the user's identity for actions that require a recent sign-in, before their form is filled in. */
import type { SignInFreshness } from "../../../features/auth/session/contract.ts";
import { call } from "../api/api.ts";
import { showError } from "../ui/notice.ts";

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

/** For a form that is part of the page: asks once, when its first field gets the focus or already has it. */
export function confirmBeforeTyping(form: HTMLFormElement): void {
  const confirm = (): void => void confirmRecentSignIn().catch(showError);
  if (form.matches(":focus-within")) confirm();
  else form.addEventListener("focusin", confirm, { once: true });
}

let open: Promise<boolean> | null = null;

/** Asks regardless of the time of the last sign-in. */
export function confirmIdentity(known: SignInFreshness | null = null): Promise<boolean> {
  open ??= ask(known).finally(() => (open = null));
  return open;
}

async function ask(known: SignInFreshness | null): Promise<boolean> {
  const user = known ?? (await readFreshness());
  const { openStepUp } = await import("./step-up-dialog.tsx");
  return openStepUp(user, readFreshness);
}
