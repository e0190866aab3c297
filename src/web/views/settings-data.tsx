/** Exporting one's data and deleting the account, in the settings. */
import { words } from "../../words/settings.ts";

type DataProps = { readonly email: string };

export const DataSections = ({ email }: DataProps) => (
  <>
    <section aria-labelledby="export">
      <h2 id="export">{words.exportYourData}</h2>
      <p>{words.exportHint}</p>
      <p class="actions">
        <button type="button" class="quiet outlined" data-act="export-account">
          {words.exportYourData}
        </button>
      </p>
    </section>
    <section aria-labelledby="delete">
      <h2 id="delete">{words.deleteAccount}</h2>
      <p>{words.deleteHint}</p>
      <p class="actions">
        <button type="button" class="quiet outlined danger" data-act="delete-account" data-value={email}>
          {words.deleteAccount}
        </button>
      </p>
    </section>
  </>
);
