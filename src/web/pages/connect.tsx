/** Connecting programs: the address, a token where one is needed, what each program wants, and whether its calls come through. */
import { TokenRows } from "../client/token-rows.tsx";
import type { DriveView, Shell, TokenView } from "../shell.ts";
import { programsFor, TOKEN, type Program } from "./connect-clients.tsx";
import { ShellPage } from "./shell.tsx";

type Connect = { readonly origin: string; readonly tokenOrigin: string | null; readonly tokens: readonly TokenView[] };

export const connectPage = (shell: Shell, { origin, tokenOrigin, tokens }: Connect) => (
  <ShellPage title="Connect an agent" shell={shell} here="connect">
    <div class="column settings connect" data-view="connect">
      <p class="crumbs">
        <a href="/settings">Settings</a>
      </p>
      <h1 class="title">Connect an agent</h1>
      <p class="lead">
        Agents and programs read and edit your pages as you, within your rights, while you write on the same page. What
        they write carries their name, and you can take it back.
      </p>
      <section aria-labelledby="address">
        <h2 id="address">Address</h2>
        <Copyable label="Address" text={`${origin}/mcp`} />
        <p class="muted">Claude and ChatGPT need nothing else: they let you sign in.</p>
      </section>
      <section aria-labelledby="new-token">
        <h2 id="new-token">Make a token</h2>
        <p class="muted">The other programs send a token. Make one for each, so that you can revoke it alone.</p>
        <TokenForm drives={shell.drives} />
        <div data-made hidden tabindex={-1} aria-labelledby="made-title">
          <h3 id="made-title">Your new token</h3>
          <Copyable label="Token" text={TOKEN} />
          <p class="muted">Copy it now: it is not shown again. It is filled in below until you leave this page.</p>
          <p role="status" data-waiting />
        </div>
      </section>
      <section aria-labelledby="programs">
        <h2 id="programs">Set up the program</h2>
        {programsFor(origin, tokenOrigin).map((program) => (
          <ProgramSteps program={program} />
        ))}
      </section>
      <section aria-labelledby="connected">
        <h2 id="connected">Connected</h2>
        <ul class="rows" data-tokens>
          <TokenRows tokens={tokens} now={shell.now} />
        </ul>
        <p class="muted none">Nothing is connected yet.</p>
      </section>
    </div>
  </ShellPage>
);

const ProgramSteps = ({ program: { id, name, by, steps, snippet, link } }: { program: Program }) => (
  <details class="program" name="program" id={id}>
    <summary>
      <span class="grow">{name}</span>
      <span class="muted">{by === "sign-in" ? "signs in" : "token"}</span>
    </summary>
    <div>
      <ol>
        {steps.map((step) => (
          <li>{step}</li>
        ))}
      </ol>
      {link && (
        <p class="actions">
          <a class="button quiet" href={link.href}>
            {link.label}
          </a>
        </p>
      )}
      {snippet && <Copyable label={`${name}: ${snippet.where}`} text={snippet.text} />}
    </div>
  </details>
);

/** The token in a text stands by itself, for the browser to fill in. */
const Copyable = ({ label, text }: { label: string; text: string }) => (
  <figure class="copyable" aria-label={label}>
    <pre tabindex={0}>
      {text.split(TOKEN).flatMap((part, at) => (at === 0 ? [part] : [<span data-token>{TOKEN}</span>, part]))}
    </pre>
    <button type="button" class="quiet" data-act="copy" aria-label={`Copy ${label}`}>
      Copy
    </button>
  </figure>
);

const TokenForm = ({ drives }: { drives: readonly DriveView[] }) => (
  <form class="stack panel" data-new-token>
    <label for="token-name">Name</label>
    <input id="token-name" name="name" required maxlength={100} autocomplete="off" placeholder="What will use it" />
    <fieldset aria-describedby="drives-hint">
      <legend>Drives</legend>
      <p class="muted" id="drives-hint">
        Choose none for all of them, also those to come.
      </p>
      {drives.map((drive) => (
        <label class="check">
          <input type="checkbox" name="driveIds" value={drive.id} />
          {drive.name}
        </label>
      ))}
    </fieldset>
    <label for="token-access">It may</label>
    <select id="token-access" name="access">
      <option value="read">read</option>
      <option value="write" selected>
        read and write
      </option>
      <option value="share">read, write, share pages and change members</option>
    </select>
    <label for="token-days">It works</label>
    <select id="token-days" name="days">
      <option value="30">for 30 days</option>
      <option value="90" selected>
        for 90 days
      </option>
      <option value="366">for a year</option>
      <option value="">until you revoke it</option>
    </select>
    <p class="actions">
      <button type="submit">Make token</button>
    </p>
  </form>
);
