/** Settings: profile and address, sign-in methods, connected programs, and active sessions. */
import type * as z from "zod";
import type { Device } from "../../features/auth/devices/contract.ts";
import type { Session } from "../../features/auth/session/contract.ts";
import type { Passkey } from "../../features/auth/passkeys/contract.ts";
import type { Usage } from "../../features/quotas/contract.ts";
import type { Shell } from "./load-shell.ts";
import type { Preferences } from "../../kernel/preferences.ts";
import { plural } from "../../words/plural.ts";
import { words as instance } from "../../words/instance.ts";
import { LookSection } from "./settings-look.tsx";
import { DataSections } from "./settings-data.tsx";
import { Passkeys } from "./settings-passkeys.tsx";
import { AddressSection, ProfileSection, type AccountView } from "./settings-profile.tsx";
import { SignedInSections } from "./settings-security.tsx";
import { UsageSection } from "./settings-usage.tsx";
import { ShellPage } from "./shell.tsx";
import { SignUpLinksButton } from "./sign-up-links.tsx";
import { words } from "../../words/settings.ts";

type Settings = {
  account: AccountView;
  preferences: Preferences;
  passkeys: readonly Passkey[];
  /** Number of tokens. */
  tokens: number;
  sessions: readonly z.infer<typeof Session>[];
  devices: readonly Device[];
  usage: Usage;
  /** New accounts require an invitation, so members can create sign-up links. */
  mayInvite: boolean;
};

/** Ids and titles of the sections below. */
const sections = (mayInvite: boolean) => [
  ["profile", words.profile],
  ["look", words.look],
  ["address", words.emailAddress],
  ["passkeys", words.passkeys],
  ["programs", words.programs],
  ["people", words.connections],
  ...(mayInvite ? [["invite", instance.invite] as const] : []),
  ["notifications", words.notifications],
  ["usage", words.storage],
  ["sessions", words.signIns],
  ["reset", words.resetCredentials],
  ["export", words.exportData],
  ["delete", words.deleteAccount],
];

export const settingsPage = (shell: Shell, settings: Settings) => (
  <ShellPage title={words.settings} shell={shell} here="settings">
    <div class="column settings" data-view="settings">
      <h1 class="title">{words.settings}</h1>
      <nav class="row wrap contents" aria-label={words.onThisPage}>
        {sections(settings.mayInvite).map(([id, name]) => (
          <a href={`#${id}`}>{name}</a>
        ))}
      </nav>
      <ProfileSection account={settings.account} />
      <LookSection preferences={settings.preferences} />
      <AddressSection account={settings.account} />
      <Passkeys passkeys={settings.passkeys} now={shell.now} />
      <section aria-labelledby="programs">
        <h2 id="programs">{words.programs}</h2>
        <p>{settings.tokens === 0 ? words.noTokens : plural(settings.tokens, words.tokens)}</p>
        <p class="actions">
          <a class="button quiet outlined" href="/settings/connect">
            {settings.tokens === 0 ? words.connect : words.connectOrRevoke}
          </a>
        </p>
      </section>
      <section aria-labelledby="people">
        <h2 id="people">{words.connections}</h2>
        <p>{words.connectionsHint}</p>
        <p class="actions">
          <button type="button" class="quiet outlined" data-act="connections">
            {words.seeConnections}
          </button>
        </p>
      </section>
      {settings.mayInvite && (
        <section aria-labelledby="invite">
          <h2 id="invite">{instance.invite}</h2>
          <p>{instance.inviteHint}</p>
          <SignUpLinksButton />
        </section>
      )}
      <section aria-labelledby="notifications">
        <h2 id="notifications">{words.notifications}</h2>
        <p>{words.notificationsHint}</p>
        <p class="actions">
          <button type="button" class="quiet outlined" data-act="notification-settings">
            {words.chooseNotifications}
          </button>
        </p>
      </section>
      <UsageSection usage={settings.usage} />
      <SignedInSections
        userId={shell.user.id}
        sessions={settings.sessions}
        devices={settings.devices}
        now={shell.now}
      />
      <DataSections email={settings.account.loginEmail} />
    </div>
  </ShellPage>
);
