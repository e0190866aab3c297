/** The step-up dialog: the user signs in again with a passkey, or with a mailed link opened in another tab. */
import { browserSupportsWebAuthn } from "@simplewebauthn/browser";
import { useEffect, useState } from "preact/hooks";
import type { SignInFreshness } from "../../../features/auth/session/contract.ts";
import { askForLink } from "./ask-for-link.ts";
import { announce, attempt } from "../ui/notice.ts";
import { openRenderedDialog } from "../ui/rendered-dialog.ts";
import { signInWithPasskey } from "./passkey-ceremony.ts";
import { words } from "../../../words/step-up.ts";
import { words as signin } from "../../../words/signin.ts";

/** Interval (ms) at which the waiting dialog checks whether the link was opened. */
const POLL_MS = 2_000;

/** Resolves to true if the user confirmed their identity. */
export function openStepUp(
  { userId, email }: Pick<SignInFreshness, "userId" | "email">,
  readFreshness: () => Promise<SignInFreshness>,
): Promise<boolean> {
  return new Promise((resolve) => {
    let isConfirmed = false;
    const dialog = openRenderedDialog(words.title, ({ close }) => {
      const finish = async (): Promise<void> => {
        const now = await readFreshness();
        // Another user signed in, so the page's contents are not theirs.
        if (now.userId !== userId) location.reload();
        if (now.freshUntil === null) return;
        isConfirmed = true;
        close();
      };
      return <StepUp email={email} finish={finish} />;
    });
    dialog.addEventListener("close", () => resolve(isConfirmed));
  });
}

/** `finish` closes the dialog if the user has signed in again. */
function StepUp({ email, finish }: { readonly email: string; readonly finish: () => Promise<void> }) {
  const [isSent, setSent] = useState(false);
  useEffect(() => {
    if (!isSent) return;
    const poll = (): unknown => document.hidden || finish().catch(() => undefined);
    const timer = setInterval(poll, POLL_MS);
    return () => clearInterval(timer);
  }, [isSent]);
  const confirmWithPasskey = async (): Promise<void> => {
    if ((await signInWithPasskey()) === "done") await finish();
    else announce(signin.noPasskeyUsed);
  };
  const sendLink = async (): Promise<void> => {
    await askForLink({ email, next: location.pathname });
    setSent(true);
  };
  return (
    <>
      <p>{words.why}</p>
      <p class="actions">
        {browserSupportsWebAuthn() && (
          <button type="button" onClick={({ currentTarget }) => attempt(currentTarget, confirmWithPasskey)}>
            {signin.withPasskey}
          </button>
        )}
        <button type="button" class="quiet" onClick={({ currentTarget }) => attempt(currentTarget, sendLink)}>
          {isSent ? words.sendAgain : words.sendLink}
        </button>
      </p>
      <p role="status">{isSent && words.sent(email)}</p>
    </>
  );
}
