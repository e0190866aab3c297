/** Taking one's data away and deleting the account, in the settings. */
import type * as z from "zod";
import type { Session } from "../../features/auth/session/contract.ts";
import { words } from "../messages/settings.ts";

type DataProps = { readonly email: string; readonly freshUntil: number };

export const DataSections = ({ email, freshUntil: until }: DataProps) => (
  <>
    <section aria-labelledby="export">
      <h2 id="export">{words.exportYourData}</h2>
      <p>{words.exportHint}</p>
      <p class="actions">
        <button type="button" data-act="export-account" data-fresh-until={until}>
          {words.exportYourData}
        </button>
      </p>
    </section>
    <section aria-labelledby="delete">
      <h2 id="delete">{words.deleteAccount}</h2>
      <p>{words.deleteHint}</p>
      <p class="actions">
        <button type="button" class="danger" data-act="delete-account" data-value={email}>
          {words.deleteAccount}
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
