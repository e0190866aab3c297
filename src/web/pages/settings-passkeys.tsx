/** The passkeys of the account, in the settings. */
import { relativeTime } from "../client/relative-time.ts";
import type { Passkey } from "../../features/auth/passkeys/contract.ts";

type PasskeysProps = { passkeys: readonly Passkey[]; now: number };

export const Passkeys = ({ passkeys, now }: PasskeysProps) => (
  <section aria-labelledby="passkeys" data-view="passkeys">
    <h2 id="passkeys">Passkeys</h2>
    <p class="muted">
      A passkey signs you in with your device's screen lock or a security key, without waiting for mail. A link by
      e-mail keeps working.
    </p>
    <ul class="rows">
      {passkeys.map((passkey) => (
        <PasskeyRow passkey={passkey} now={now} />
      ))}
    </ul>
    <p class="muted none">You have no passkey yet.</p>
    <form class="stack panel">
      <h3>New passkey</h3>
      <label for="passkey-name">Name</label>
      <input id="passkey-name" name="name" maxlength={100} autocomplete="off" placeholder="Where you keep it" />
      <p class="actions">
        <button type="submit">Add a passkey</button>
      </p>
    </form>
    <p class="hint" data-unsupported hidden>
      This browser cannot make passkeys.
    </p>
  </section>
);

const PasskeyRow = ({ passkey, now }: { passkey: Passkey; now: number }) => (
  <li class="row-item" data-id={passkey.id} data-name={passkey.name}>
    <span class="grow">
      {passkey.name}
      <span class="muted block">
        {placeOf(passkey)}, added {relativeTime(passkey.createdAt, now)},{" "}
        {passkey.lastUsedAt === null ? "never used" : `used ${relativeTime(passkey.lastUsedAt, now)}`}
      </span>
      {passkey.cloneSuspectedAt !== null && (
        <span class="problem block">
          A copy of it may have been used {relativeTime(passkey.cloneSuspectedAt, now)}. Remove it unless you know why.
        </span>
      )}
    </span>
    <button type="button" class="quiet danger" data-remove aria-label={`Remove ${passkey.name}`}>
      Remove
    </button>
  </li>
);

const placeOf = ({ deviceType, backedUp }: Passkey): string =>
  deviceType === "singleDevice" ? "On one device" : backedUp ? "Synced" : "Not synced yet";
