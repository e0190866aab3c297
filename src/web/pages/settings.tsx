/** Settings: the account, tokens for agents, where one is signed in. */
import type { z } from "zod";
import { ago } from "../client/ago.ts";
import type { Session } from "../../features/identity/contract.ts";
import type { DriveView, Shell, TokenView } from "../shell.ts";
import { ShellPage } from "./shell.tsx";

type Settings = { tokens: readonly TokenView[]; sessions: readonly z.infer<typeof Session>[]; examplePage: string };

export const settingsPage = (shell: Shell, { tokens, sessions, examplePage }: Settings) => (
  <ShellPage title="Settings" shell={shell} here="settings">
    <div class="column settings" data-view="settings" data-example-page={examplePage}>
      <h1 class="title">Settings</h1>
      <section aria-labelledby="account">
        <h2 id="account">Account</h2>
        <dl>
          <dt>Name</dt>
          <dd>{shell.user.name}</dd>
          <dt>E-mail</dt>
          <dd>{shell.user.email}</dd>
          <dt>User id</dt>
          <dd>
            <code>{shell.user.id}</code>
            <button type="button" class="quiet" data-act="copy-user-id" data-value={shell.user.id}>
              Copy
            </button>
          </dd>
        </dl>
        <p class="actions">
          <button type="button" data-act="sign-out">
            Sign out
          </button>
          <button type="button" class="quiet" data-act="sign-out-everywhere">
            Sign out everywhere
          </button>
        </p>
      </section>
      <section aria-labelledby="tokens">
        <h2 id="tokens">Tokens for agents</h2>
        <p class="muted">
          A token lets a program or an AI agent read and write your pages, as you and within your rights. What it can
          call is in the <a href="/api/docs">API reference</a>.
        </p>
        <ul class="rows">
          {tokens.map((token) => (
            <TokenRow token={token} now={shell.now} />
          ))}
        </ul>
        <TokenForm drives={shell.drives} />
      </section>
      <section aria-labelledby="sessions">
        <h2 id="sessions">Where you are signed in</h2>
        <ul class="rows">
          {sessions.map((session) => (
            <SessionRow session={session} now={shell.now} />
          ))}
        </ul>
      </section>
    </div>
  </ShellPage>
);

const TokenRow = ({ token, now }: { token: TokenView; now: number }) => (
  <li class="row-item" data-id={token.id} data-name={token.name}>
    <span class="grow">
      {token.name} <code>…{token.lastFour}</code>
      <span class="muted block">
        {token.isScoped ? token.driveScopes.map((drive) => drive.name).join(", ") || "No drive left" : "All drives"}
        {token.readOnly ? ", read only" : ""},{" "}
        {token.lastUsedAt === null ? "never used" : `used ${ago(token.lastUsedAt, now)}`}
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
    <p class="actions">
      <button type="submit">Make token</button>
    </p>
  </form>
);

const SessionRow = ({ session, now }: { session: z.infer<typeof Session>; now: number }) => (
  <li class="row-item" data-id={session.id}>
    <span class="grow">
      {deviceOf(session.userAgent)}
      <span class="muted block">
        {session.ip || "unknown address"}, since {ago(session.createdAt, now)}, last seen {ago(session.lastSeenAt, now)}
      </span>
    </span>
    {session.current ? (
      <span class="muted">This one</span>
    ) : (
      <button type="button" class="quiet danger" data-act="end-session">
        Sign out
      </button>
    )}
  </li>
);

/** A name a person knows their browser by; the string itself where nothing is known. Order matters: all claim to be others. */
function deviceOf(userAgent: string): string {
  const browser = [/Firefox/, /Edg/, /OPR/, /Chrome/, /Safari/].find((pattern) => pattern.test(userAgent))?.source;
  const names: Readonly<Record<string, string>> = { Edg: "Edge", OPR: "Opera" };
  const system = /Android|iPhone|iPad|Windows|Mac OS X|Linux/.exec(userAgent)?.[0].replace(" OS X", "");
  if (!browser) return userAgent.slice(0, 60) || "Unknown program";
  return system ? `${names[browser] ?? browser} on ${system}` : (names[browser] ?? browser);
}
