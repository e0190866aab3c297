/** The step-up dialog: the user signs in again with a passkey, or with a mailed link opened in another tab. */
import { browserSupportsWebAuthn } from "@simplewebauthn/browser";
import type { SignInFreshness } from "../../../features/auth/session/contract.ts";
import { askForLink } from "./ask-for-link.ts";
import { openDialog } from "../ui/dialog.ts";
import { element } from "../ui/dom.ts";
import { announce, attempt } from "../ui/notice.ts";
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
    const finish = async (): Promise<boolean> => {
      const now = await readFreshness();
      // Another user signed in, so the page's contents are not theirs.
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
        await askForLink({ email, next: location.pathname });
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
    // Poll from the start, because a previously sent link may be opened.
    const timer = setInterval(() => {
      if (!document.hidden && sent.textContent !== "") finish().catch(() => undefined);
    }, POLL_MS);
    dialog.addEventListener("close", () => {
      clearInterval(timer);
      resolve(isConfirmed);
    });
  });
}
