/** The consent page for apps, and the form for a device code. Both work without scripts. */
import { words } from "../../words/consent.ts";
import { plural } from "../../words/plural.ts";
import { words as signin } from "../../words/signin.ts";
import { Card, Layout } from "./layout.tsx";

type Answer =
  | { readonly kind: "site"; readonly host: string }
  | { readonly kind: "loopback" }
  | { readonly kind: "app"; readonly scheme: string }
  | { readonly kind: "terminal"; readonly userCode: string };

type ConsentProps = {
  readonly requestId: string;
  readonly name: string;
  readonly nameParts: readonly { readonly text: string; readonly isOdd: boolean }[];
  readonly verifiedHost: string | null;
  readonly sharedHosts: readonly { readonly host: string; readonly suffix: string }[];
  readonly wantsWrite: boolean;
  readonly answer: Answer;
  readonly email: string;
  readonly drives: readonly { readonly id: string; readonly name: string }[];
  readonly days: readonly number[];
  readonly defaultDays: number;
  readonly csrf: string;
  /** The submitted form selected no drive. */
  readonly isIncomplete: boolean;
};

export const consentPage = (props: ConsentProps) => {
  const { requestId, name, email, isIncomplete } = props;
  return (
    <Layout title={words.connect(name)}>
      <Card>
        <h1>{words.connectIt(name)}</h1>
        <p class="lead">{words.asks(<Name {...props} />, <bdi class="address">{email}</bdi>)}</p>
        <WhoAsks {...props} />
        {isIncomplete && (
          <p class="problem" role="alert">
            {words.chooseDrive}
          </p>
        )}
        <form class="stack" method="post" action={`/oauth/consent?request=${encodeURIComponent(requestId)}`}>
          <input type="hidden" name="csrf" value={props.csrf} />
          <Drives drives={props.drives} />
          <Access wantsWrite={props.wantsWrite} />
          <label for="days">{words.staysFor}</label>
          <select id="days" name="days">
            {props.days.map((days) => (
              <option value={days} selected={days === props.defaultDays}>
                {plural(days, words.days)}
              </option>
            ))}
          </select>
          <p class="actions">
            <button type="submit" name="decision" value="allow">
              {words.allow}
            </button>
            <button type="submit" name="decision" value="decline" class="quiet outlined">
              {words.decline}
            </button>
          </p>
          <p class="muted">{words.limits}</p>
        </form>
      </Card>
    </Layout>
  );
};

/** Highlights letters of a different script than the rest of the name. */
const Name = ({ nameParts }: Pick<ConsentProps, "nameParts">) => (
  <strong class="address">{nameParts.map(({ text, isOdd }) => (isOdd ? <mark>{text}</mark> : text))}</strong>
);

type WhoAsksProps = Pick<ConsentProps, "nameParts" | "verifiedHost" | "sharedHosts" | "answer">;

/** Facts about the app: whether its name is suspicious, who vouches for it, and where the response is sent. */
const WhoAsks = ({ nameParts, verifiedHost, sharedHosts, answer }: WhoAsksProps) => (
  <ul class={verifiedHost === null ? "consent-facts unverified" : "consent-facts"}>
    {nameParts.some(({ isOdd }) => isOdd) && <li>{words.mixedName(<strong>{words.mixedLead}</strong>)}</li>}
    <li>
      {verifiedHost === null
        ? words.anyApp(<strong>{words.notVerified}</strong>)
        : words.vouchedFor(<strong class="address">{verifiedHost}</strong>)}
    </li>
    <li>
      <WhereTo answer={answer} />
    </li>
    {sharedHosts.map(({ host, suffix }) => (
      <li>{words.sharedHost(<strong class="address">{host}</strong>, <strong class="address">{suffix}</strong>)}</li>
    ))}
  </ul>
);

const WhereTo = ({ answer }: Pick<ConsentProps, "answer">) => {
  switch (answer.kind) {
    case "site":
      return <>{words.toSite(<strong class="address">{answer.host}</strong>)}</>;
    case "loopback":
      return <>{words.toLoopback}</>;
    case "app":
      return <>{words.toApp(<code>{answer.scheme}:</code>)}</>;
    case "terminal":
      return <>{words.toTerminal(<strong class="address">{answer.userCode}</strong>)}</>;
  }
};

const Drives = ({ drives }: Pick<ConsentProps, "drives">) => (
  <fieldset>
    <legend>{words.drives}</legend>
    <label class="row check">
      <input type="radio" name="scope" value="some" checked />
      {words.onlyThese}
    </label>
    <div class="choices">
      {drives.map(({ id, name }) => (
        <label class="row check">
          <input type="checkbox" name="drive" value={id} checked={drives.length === 1} />
          <span>{name}</span>
        </label>
      ))}
    </div>
    <label class="row check">
      <input type="radio" name="scope" value="all" />
      {words.allOfThem}
    </label>
  </fieldset>
);

const Access = ({ wantsWrite }: Pick<ConsentProps, "wantsWrite">) =>
  wantsWrite ? (
    <fieldset>
      <legend>{words.itMay}</legend>
      <label class="row check">
        <input type="radio" name="access" value="read" checked />
        {words.onlyRead}
      </label>
      <label class="row check">
        <input type="radio" name="access" value="write" />
        {words.readAndWrite}
      </label>
    </fieldset>
  ) : (
    <p>
      <input type="hidden" name="access" value="read" />
      {words.mayRead}
    </p>
  );

/** `typed` is the previously entered code, which was not found. */
export const devicePage = (typed: string | null) => (
  <Layout title={words.terminal}>
    <Card>
      <h1>{words.terminal}</h1>
      <p class="lead">{words.enterCode}</p>
      {typed !== null && (
        <p class="problem" role="alert">
          {words.noTerminal}
        </p>
      )}
      <form class="stack" method="get" action="/device">
        <label for="code">{words.code}</label>
        <input
          id="code"
          name="code"
          class="code-entry"
          required
          maxlength={20}
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          placeholder="BCDF-GHJK"
          value={typed ?? ""}
          autofocus
        />
        <button type="submit">{words.goOn}</button>
      </form>
    </Card>
  </Layout>
);

export const terminalAnsweredPage = (isAllowed: boolean) => (
  <Layout title={isAllowed ? words.connected : words.declined}>
    <Card>
      <h1>{isAllowed ? words.connected : words.declined}</h1>
      <p class="lead">{isAllowed ? words.backToTerminal : words.getsNothing}</p>
      <p>
        <a href="/settings/connect">{words.whatHasAccess}</a>
      </p>
    </Card>
  </Layout>
);

/** Shown for an authorization request that was already answered or has expired. */
export const requestGonePage = () => (
  <Layout title={words.ended}>
    <Card>
      <h1>{words.ended}</h1>
      <p class="lead">{words.beginAgain}</p>
      <p class="actions">
        <a class="button" href="/device">
          {words.anotherCode}
        </a>
        <a class="button quiet outlined" href="/settings/connect">
          {words.whatHasAccess}
        </a>
      </p>
    </Card>
  </Layout>
);

/** Shown if a known app sent an invalid request: offers to return to the app. */
export const requestRefusedPage = ({ name, why, to }: { name: string; why: string; to: string }) => (
  <Layout title={words.cannotConnect}>
    <Card>
      <h1>{words.cannotConnect}</h1>
      <p class="lead">{words.requestRefused(<strong class="address">{name}</strong>)}</p>
      <p>{words.leadsBackTo(<strong class="address">{hostOf(to)}</strong>)}</p>
      <p class="muted">{words.forDeveloper(why)}</p>
      <p class="actions">
        <a class="button quiet outlined" href={to} rel="noreferrer">
          {words.goBack}
        </a>
        <a class="button" href="/">
          {signin.goToDrive}
        </a>
      </p>
    </Card>
  </Layout>
);

/** For a native app, its scheme, which is all that is known about the target. */
const hostOf = (address: string): string => {
  const { protocol, host } = new URL(address);
  return protocol === "https:" || protocol === "http:" ? host : protocol;
};

/** Shown if an app's request cannot be answered. */
export const appRefusedPage = (sentence: string) => (
  <Layout title={words.cannotConnect}>
    <Card>
      <h1>{words.cannotConnect}</h1>
      <p class="lead">{words.notSentBack}</p>
      <p class="muted">{words.forDeveloper(sentence)}</p>
      <p class="actions">
        <a class="button" href="/">
          {signin.goToDrive}
        </a>
      </p>
    </Card>
  </Layout>
);
