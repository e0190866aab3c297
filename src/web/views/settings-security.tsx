/** The user's sessions and devices, and how to end them, in the settings. */
import type * as z from "zod";
import { relativeTime } from "../shared/relative-time.ts";
import type { Device } from "../../features/auth/devices/contract.ts";
import type { Session } from "../../features/auth/session/contract.ts";
import { words } from "../../words/security.ts";
import { words as settings } from "../../words/settings.ts";

type SessionView = z.infer<typeof Session>;
type SecurityProps = { userId: string; sessions: readonly SessionView[]; devices: readonly Device[]; now: number };

export const SignedInSections = ({ userId, sessions, devices, now }: SecurityProps) => (
  <>
    <section aria-labelledby="sessions">
      <h2 id="sessions">{words.whereSignedIn}</h2>
      <ul class="rows">
        {sessions.map((session) => (
          <SessionRow session={session} now={now} />
        ))}
      </ul>
      {devices.length > 0 && (
        <>
          <h3 id="devices">{words.staySignedIn}</h3>
          <ul class="rows" aria-labelledby="devices">
            {devices.map((device) => (
              <DeviceRow device={device} now={now} />
            ))}
          </ul>
        </>
      )}
      <p class="actions">
        <button type="button" class="quiet outlined" data-act="sign-out" data-value={userId}>
          {words.signOut}
        </button>
        <button type="button" class="quiet" data-act="sign-out-everywhere" data-value={userId}>
          {words.signOutEverywhere}
        </button>
      </p>
    </section>
    <section aria-labelledby="reset">
      <h2 id="reset">{settings.resetCredentials}</h2>
      <p>{words.resetHint}</p>
      <p class="actions">
        <button type="button" class="quiet outlined danger" data-act="reset-credentials">
          {settings.resetCredentials}
        </button>
      </p>
    </section>
  </>
);

const SessionRow = ({ session, now }: { session: SessionView; now: number }) => (
  <li
    class="row-item"
    data-id={session.id}
    data-name={programOf(session.userAgent)}
    data-credentials={session.credentials}
  >
    <span class="grow">
      {programOf(session.userAgent)}
      <span class="muted block">
        {words.session(
          session.ip || words.unknownAddress,
          relativeTime(session.createdAt, now),
          relativeTime(session.lastSeenAt, now),
        )}
      </span>
    </span>
    {session.current ? (
      <span class="muted">{words.thisOne}</span>
    ) : (
      <button
        type="button"
        class="quiet danger"
        data-act="end-session"
        aria-label={words.signOutOf(programOf(session.userAgent))}
      >
        {words.signOut}
      </button>
    )}
  </li>
);

const DeviceRow = ({ device, now }: { device: Device; now: number }) => (
  <li class="row-item" data-id={device.id} data-name={device.name}>
    <span class="grow">
      {device.name}
      <span class="muted block">
        {words.device(
          words[device.platform],
          relativeTime(device.createdAt, now),
          relativeTime(device.lastUsedAt, now),
        )}
      </span>
    </span>
    <button type="button" class="quiet danger" data-act="end-device" aria-label={words.signOutOf(device.name)}>
      {words.signOut}
    </button>
  </li>
);

/** A readable browser name; the User-Agent itself if unknown. The order matters, because most browsers claim to be others. */
function programOf(userAgent: string): string {
  const browser = [/Firefox/, /Edg/, /OPR/, /Chrome/, /Safari/].find((pattern) => pattern.test(userAgent))?.source;
  const names: Readonly<Record<string, string>> = { Edg: "Edge", OPR: "Opera" };
  const system = /Android|iPhone|iPad|Windows|Mac OS X|Linux/.exec(userAgent)?.[0].replace(" OS X", "");
  if (!browser) return userAgent.slice(0, 60) || words.unknownProgram;
  return system ? words.browserOn(names[browser] ?? browser, system) : (names[browser] ?? browser);
}
