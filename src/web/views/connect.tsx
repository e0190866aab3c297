/** Connecting programs: the address, a token if needed, instructions for each program, and a check that its calls arrive. */
import { TokenRows } from "../shared/token-rows.tsx";
import { words } from "../../words/connect.ts";
import type { DriveView, Shell, TokenView } from "./load-shell.ts";
import { programsFor, TOKEN, type Program } from "./connect-clients.tsx";
import { ShellPage } from "./shell.tsx";

type Connect = { readonly origin: string; readonly tokenOrigin: string | null; readonly tokens: readonly TokenView[] };

export const connectPage = (shell: Shell, { origin, tokenOrigin, tokens }: Connect) => (
  <ShellPage title={words.title} shell={shell} here="connect">
    <div class="column settings connect" data-view="connect">
      <p class="crumbs">
        <a href="/settings">{words.settings}</a>
      </p>
      <h1 class="title">{words.title}</h1>
      <p class="lead">{words.lead}</p>
      <section aria-labelledby="address">
        <h2 id="address">{words.address}</h2>
        <Copyable label={words.address} text={`${origin}/mcp`} />
        <p class="muted">{words.addressAlone}</p>
      </section>
      <section aria-labelledby="new-token">
        <h2 id="new-token">{words.makeToken}</h2>
        <p class="muted">{words.oneForEach}</p>
        <TokenForm drives={shell.drives} />
        <div data-made hidden tabindex={-1} aria-labelledby="made-title">
          <h3 id="made-title">{words.newToken}</h3>
          <Copyable label={words.token} text={TOKEN} />
          <p class="muted">{words.copyNow}</p>
          <p role="status" data-waiting />
        </div>
      </section>
      <section aria-labelledby="programs">
        <h2 id="programs">{words.setUp}</h2>
        {programsFor(origin, tokenOrigin).map((program) => (
          <ProgramSteps program={program} />
        ))}
      </section>
      <section aria-labelledby="connected">
        <h2 id="connected">{words.connected}</h2>
        <ul class="rows" data-tokens>
          <TokenRows tokens={tokens} now={shell.now} />
        </ul>
        <p class="muted none">{words.nothingYet}</p>
      </section>
    </div>
  </ShellPage>
);

const ProgramSteps = ({ program: { id, name, by, steps, snippet, link } }: { program: Program }) => (
  <details class="program" name="program" id={id}>
    <summary>
      <span class="grow">{name}</span>
      <span class="muted">{by === "sign-in" ? words.signsIn : words.byToken}</span>
    </summary>
    <div>
      <ol>
        {steps.map((step) => (
          <li>{step}</li>
        ))}
      </ol>
      {link && (
        <p class="actions">
          <a class="button quiet outlined" href={link.href}>
            {link.label}
          </a>
        </p>
      )}
      {snippet && <Copyable label={words.snippetOf(name, snippet.where)} text={snippet.text} />}
    </div>
  </details>
);

/** The token in a text has its own element, for the browser to fill in. */
const Copyable = ({ label, text }: { label: string; text: string }) => (
  <figure class="row spread copyable" aria-label={label}>
    <pre tabindex={0}>
      {text.split(TOKEN).flatMap((part, at) => (at === 0 ? [part] : [<span data-token>{TOKEN}</span>, part]))}
    </pre>
    <button type="button" class="quiet" data-act="copy" aria-label={words.copyOne(label)}>
      {words.copy}
    </button>
  </figure>
);

const TokenForm = ({ drives }: { drives: readonly DriveView[] }) => (
  <form class="stack panel" data-new-token>
    <label for="token-name">{words.tokenName}</label>
    <input id="token-name" name="name" required maxlength={100} autocomplete="off" placeholder={words.whatWillUse} />
    <fieldset aria-describedby="drives-hint">
      <legend>{words.drives}</legend>
      <p class="muted" id="drives-hint">
        {words.noneForAll}
      </p>
      {drives.map((drive) => (
        <label class="row check">
          <input type="checkbox" name="driveIds" value={drive.id} />
          {drive.name}
        </label>
      ))}
    </fieldset>
    <label for="token-access">{words.itMay}</label>
    <select id="token-access" name="access">
      <option value="read">{words.read}</option>
      <option value="write" selected>
        {words.write}
      </option>
      <option value="share">{words.share}</option>
    </select>
    <label for="token-days">{words.itWorks}</label>
    <select id="token-days" name="days">
      <option value="30">{words.days30}</option>
      <option value="90" selected>
        {words.days90}
      </option>
      <option value="366">{words.aYear}</option>
      <option value="">{words.untilRevoked}</option>
    </select>
    <p class="actions">
      <button type="submit">{words.make}</button>
    </p>
  </form>
);
