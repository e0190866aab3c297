/** Settings: profile and address, ways to sign in, tokens for agents, and where one is signed in. */
import type { z } from "zod";
import { relativeTime } from "../client/relative-time.ts";
import type { Device } from "../../features/auth/devices/contract.ts";
import type { Session } from "../../features/auth/session/contract.ts";
import type { Passkey } from "../../features/auth/passkeys/contract.ts";
import type { Usage } from "../../features/quotas/contract.ts";
import type { DriveView, Shell, TokenView } from "../shell.ts";
import { DataSections } from "./settings-data.tsx";
import { Passkeys } from "./settings-passkeys.tsx";
import { AddressSection, ProfileSection, type AccountView } from "./settings-profile.tsx";
import { SignedInSections } from "./settings-security.tsx";
import { UsageSection } from "./settings-usage.tsx";
import { ShellPage } from "./shell.tsx";

type Settings = {
  account: AccountView;
  passkeys: readonly Passkey[];
  tokens: readonly TokenView[];
  sessions: readonly z.infer<typeof Session>[];
  devices: readonly Device[];
  usage: Usage;
  examplePage: string;
  /** Until when the session counts as a fresh sign-in, in ms. */
  freshUntil: number;
};

export const settingsPage = (shell: Shell, settings: Settings) => (
  <ShellPage title="Settings" shell={shell} here="settings">
    <div class="column settings" data-view="settings" data-example-page={settings.examplePage}>
      <h1 class="title">Settings</h1>
      <p class="muted">
        Your user id is <code>{shell.user.id}</code>
        <button type="button" class="quiet" data-act="copy-user-id" data-value={shell.user.id}>
          Copy
        </button>
      </p>
      <ProfileSection account={settings.account} />
      <AddressSection account={settings.account} />
      <Passkeys passkeys={settings.passkeys} now={shell.now} />
      <section aria-labelledby="tokens">
        <h2 id="tokens">Tokens for agents</h2>
        <p class="muted">
          A token lets a program or an AI agent read and write your pages, as you and within your rights. What it can
          call is in the <a href="/api/docs">API reference</a>.
        </p>
        <ul class="rows">
          {settings.tokens.map((token) => (
            <TokenRow token={token} now={shell.now} />
          ))}
        </ul>
        <TokenForm drives={shell.drives} />
      </section>
      <UsageSection usage={settings.usage} />
      <SignedInSections sessions={settings.sessions} devices={settings.devices} now={shell.now} />
      <DataSections email={settings.account.loginEmail} freshUntil={settings.freshUntil} />
    </div>
  </ShellPage>
);

const TokenRow = ({ token, now }: { token: TokenView; now: number }) => (
  <li class="row-item" data-id={token.id} data-name={token.name}>
    <span class="grow">
      {token.name} <code>…{token.lastFour}</code>
      <span class="muted block">
        {token.isScoped ? token.driveScopes.map((drive) => drive.name).join(", ") || "No drive left" : "All drives"}
        {token.readOnly ? ", read only" : token.canShare ? ", may share" : ""},{" "}
        {token.lastUsedAt === null ? "never used" : `used ${relativeTime(token.lastUsedAt, now)}`}
      </span>
    </span>
    <button type="button" class="quiet danger" data-act="revoke-token" aria-label={`Revoke ${token.name}`}>
      Revoke
    </button>
  </li>
);

const TokenForm = ({ drives }: { drives: readonly DriveView[] }) => (
  <form class="stack panel" data-new-token>
    <h3>New token</h3>
    <label for="token-name">Name</label>
    <input id="token-name" name="name" required maxlength={100} autocomplete="off" placeholder="What will use it" />
    <fieldset>
      <legend>Only these drives (none chosen: all of them)</legend>
      {drives.map((drive) => (
        <label class="check">
          <input type="checkbox" name="driveIds" value={drive.id} />
          {drive.name}
        </label>
      ))}
    </fieldset>
    <label class="check">
      <input type="checkbox" name="readOnly" />
      May only read
    </label>
    <label class="check">
      <input type="checkbox" name="canShare" />
      May share pages and change members; what it grants outlives it
    </label>
    <p class="actions">
      <button type="submit">Make token</button>
    </p>
  </form>
);
