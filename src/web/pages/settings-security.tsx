/** Where somebody is signed in, and how they end it, in the settings. */
import type { z } from "zod";
import { relativeTime } from "../client/relative-time.ts";
import type { Device } from "../../features/auth/devices/contract.ts";
import type { Session } from "../../features/auth/session/contract.ts";

type SessionView = z.infer<typeof Session>;
type SecurityProps = { userId: string; sessions: readonly SessionView[]; devices: readonly Device[]; now: number };

export const SignedInSections = ({ userId, sessions, devices, now }: SecurityProps) => (
  <>
    <section aria-labelledby="sessions">
      <h2 id="sessions">Where you are signed in</h2>
      <ul class="rows">
        {sessions.map((session) => (
          <SessionRow session={session} now={now} />
        ))}
      </ul>
      {devices.length > 0 && (
        <>
          <h3 id="devices">Devices that stay signed in</h3>
          <ul class="rows" aria-labelledby="devices">
            {devices.map((device) => (
              <DeviceRow device={device} now={now} />
            ))}
          </ul>
        </>
      )}
      <p class="actions">
        <button type="button" data-act="sign-out" data-value={userId}>
          Sign out
        </button>
        <button type="button" class="quiet" data-act="sign-out-everywhere" data-value={userId}>
          Sign out everywhere
        </button>
      </p>
    </section>
    <section aria-labelledby="reset">
      <h2 id="reset">Reset credentials</h2>
      <p>
        If somebody else may be able to sign in as you: this ends every session and device at once, this one too,
        removes your passkeys and revokes your tokens. Your pages and your address stay as they are, and a mailed link
        signs you in again.
      </p>
      <p class="actions">
        <button type="button" class="danger" data-act="reset-credentials">
          Reset credentials
        </button>
      </p>
    </section>
  </>
);

const SessionRow = ({ session, now }: { session: SessionView; now: number }) => (
  <li class="row-item" data-id={session.id}>
    <span class="grow">
      {programOf(session.userAgent)}
      <span class="muted block">
        {session.ip || "unknown address"}, since {relativeTime(session.createdAt, now)}, last seen{" "}
        {relativeTime(session.lastSeenAt, now)}
      </span>
    </span>
    {session.current ? (
      <span class="muted">This one</span>
    ) : (
      <button
        type="button"
        class="quiet danger"
        data-act="end-session"
        aria-label={`Sign out ${programOf(session.userAgent)}`}
      >
        Sign out
      </button>
    )}
  </li>
);

const PLATFORMS: Readonly<Record<Device["platform"], string>> = {
  web: "Browser",
  desktop: "Computer",
  ios: "iPhone or iPad",
  android: "Android",
};

const DeviceRow = ({ device, now }: { device: Device; now: number }) => (
  <li class="row-item" data-id={device.id} data-name={device.name}>
    <span class="grow">
      {device.name}
      <span class="muted block">
        {PLATFORMS[device.platform]}, since {relativeTime(device.createdAt, now)}, last used{" "}
        {relativeTime(device.lastUsedAt, now)}
      </span>
    </span>
    <button type="button" class="quiet danger" data-act="end-device" aria-label={`Sign out ${device.name}`}>
      Sign out
    </button>
  </li>
);

/** A name a person knows their browser by; the string itself where nothing is known. Order matters: all claim to be others. */
function programOf(userAgent: string): string {
  const browser = [/Firefox/, /Edg/, /OPR/, /Chrome/, /Safari/].find((pattern) => pattern.test(userAgent))?.source;
  const names: Readonly<Record<string, string>> = { Edg: "Edge", OPR: "Opera" };
  const system = /Android|iPhone|iPad|Windows|Mac OS X|Linux/.exec(userAgent)?.[0].replace(" OS X", "");
  if (!browser) return userAgent.slice(0, 60) || "Unknown program";
  return system ? `${names[browser] ?? browser} on ${system}` : (names[browser] ?? browser);
}
