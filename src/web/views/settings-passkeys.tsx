/** The passkeys of the account, in the settings. */
import { relativeTime } from "../shared/relative-time.ts";
import type { Passkey } from "../../features/auth/passkeys/contract.ts";
import { words } from "../../words/passkeys.ts";
import { words as settings } from "../../words/settings.ts";

type PasskeysProps = { passkeys: readonly Passkey[]; now: number };

export const Passkeys = ({ passkeys, now }: PasskeysProps) => (
  <section aria-labelledby="passkeys" data-view="passkeys">
    <h2 id="passkeys">{settings.passkeys}</h2>
    <p class="muted">{words.hint}</p>
    <ul class="rows">
      {passkeys.map((passkey) => (
        <PasskeyRow passkey={passkey} now={now} />
      ))}
    </ul>
    <p class="muted none">{words.none}</p>
    <form class="stack panel">
      <h3>{words.newPasskey}</h3>
      <label for="passkey-name">{words.whatName}</label>
      <input id="passkey-name" name="name" maxlength={100} autocomplete="off" placeholder={words.whereKept} />
      <p class="actions">
        <button type="submit" class="quiet outlined">
          {words.add}
        </button>
      </p>
    </form>
    <p class="hint" data-unsupported hidden>
      {words.unsupported}
    </p>
  </section>
);

const PasskeyRow = ({ passkey, now }: { passkey: Passkey; now: number }) => (
  <li class="row-item" data-id={passkey.id} data-name={passkey.name}>
    <span class="grow">
      {passkey.name}
      <span class="muted block">{useOf(passkey, now)}</span>
      {passkey.cloneSuspectedAt !== null && (
        <span class="problem block">{words.copied(relativeTime(passkey.cloneSuspectedAt, now))}</span>
      )}
    </span>
    <button type="button" class="quiet danger" data-remove aria-label={words.removeOne(passkey.name)}>
      {words.remove}
    </button>
  </li>
);

function useOf(passkey: Passkey, now: number): string {
  const added = relativeTime(passkey.createdAt, now);
  return passkey.lastUsedAt === null
    ? words.neverUsed(placeOf(passkey), added)
    : words.used(placeOf(passkey), added, relativeTime(passkey.lastUsedAt, now));
}

const placeOf = ({ deviceType, backedUp }: Passkey): string =>
  deviceType === "singleDevice" ? words.oneDevice : backedUp ? words.synced : words.notSynced;
