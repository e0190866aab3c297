/** Taking one's data away and deleting the account, in the settings. */
import type { z } from "zod";
import type { Session } from "../../features/auth/session/contract.ts";

type DataProps = { readonly email: string; readonly freshUntil: number };

export const DataSections = ({ email, freshUntil: until }: DataProps) => (
  <>
    <section aria-labelledby="export">
      <h2 id="export">Export your data</h2>
      <p>
        A zip archive of what is stored about you: your account and settings, sessions and devices, messages,
        permissions, notifications and audit entries as JSON, and each drive you own as its own export, with all files.
      </p>
      <p class="actions">
        <button type="button" data-act="export-account" data-fresh-until={until}>
          Export your data
        </button>
      </p>
    </section>
    <section aria-labelledby="delete">
      <h2 id="delete">Delete account</h2>
      <p>
        Your account and everything in the drives you choose to delete go for good. What you wrote in drives of other
        people stays there, as by a deleted user. Export your data first.
      </p>
      <p class="actions">
        <button type="button" class="danger" data-act="delete-account" data-value={email}>
          Delete account
        </button>
      </p>
    </section>
  </>
);

/** Until when this session counts as a fresh sign-in; a device that signs in by itself never does. */
export function freshUntil(sessions: readonly z.infer<typeof Session>[], freshFor: number): number {
  const current = sessions.find((session) => session.current);
  return current && !current.method.startsWith("device") ? Date.parse(current.createdAt) + freshFor : 0;
}
