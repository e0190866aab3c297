/** Where a person decides what an app gets, and where they enter the code that a terminal shows. They work without script. */
import { Card, Layout } from "./layout.tsx";

type Answer =
  | { readonly kind: "site"; readonly host: string }
  | { readonly kind: "loopback" }
  | { readonly kind: "app"; readonly scheme: string }
  | { readonly kind: "terminal"; readonly userCode: string };

export type ConsentProps = {
  readonly requestId: string;
  readonly name: string;
  readonly verifiedHost: string | null;
  readonly wantsWrite: boolean;
  readonly answer: Answer;
  readonly email: string;
  readonly drives: readonly { readonly id: string; readonly name: string }[];
  readonly days: readonly number[];
  readonly defaultDays: number;
  readonly csrf: string;
  /** What is wrong with what was sent, to be put right. */
  readonly problem: string | null;
};

export const consentPage = (props: ConsentProps) => {
  const { requestId, name, email, problem } = props;
  return (
    <Layout title={`Connect ${name}`}>
      <Card>
        <h1>Connect {name}?</h1>
        <p class="lead">
          <strong class="address">{name}</strong> asks to work in Octavo as you, {email}, within your rights.
        </p>
        <WhoAsks {...props} />
        {problem !== null && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        <form class="stack" method="post" action={`/oauth/consent?request=${encodeURIComponent(requestId)}`}>
          <input type="hidden" name="csrf" value={props.csrf} />
          <Drives drives={props.drives} />
          <Access wantsWrite={props.wantsWrite} />
          <label for="days">Stays connected for</label>
          <select id="days" name="days">
            {props.days.map((days) => (
              <option value={days} selected={days === props.defaultDays}>
                {days === 1 ? "a day" : `${days} days`}
              </option>
            ))}
          </select>
          <p class="actions">
            <button type="submit" name="decision" value="allow">
              Allow
            </button>
            <button type="submit" name="decision" value="decline" class="quiet">
              Decline
            </button>
          </p>
          <p class="muted">
            It cannot change who has access, or your account. You end it in your settings whenever you like.
          </p>
        </form>
      </Card>
    </Layout>
  );
};

/** What is known of it, in words: who vouches for the name, and where the answer goes. */
const WhoAsks = ({ verifiedHost, answer }: Pick<ConsentProps, "verifiedHost" | "answer">) => (
  <ul class="facts">
    <li>
      {verifiedHost === null ? (
        <>
          <strong>Not verified.</strong> Any app can call itself by this name.
        </>
      ) : (
        <>
          Its name is vouched for by <strong class="address">{verifiedHost}</strong>.
        </>
      )}
    </li>
    <li>
      <WhereTo answer={answer} />
    </li>
  </ul>
);

const WhereTo = ({ answer }: Pick<ConsentProps, "answer">) => {
  switch (answer.kind) {
    case "site":
      return (
        <>
          When you allow it, you are sent to <strong class="address">{answer.host}</strong>. Decline if you did not come
          from there.
        </>
      );
    case "loopback":
      return <>A program on this computer gets access. Decline if you did not start it yourself.</>;
    case "app":
      return (
        <>
          The program on this computer that opens <code>{answer.scheme}:</code> links gets access. Decline if you did
          not start it yourself.
        </>
      );
    case "terminal":
      return (
        <>
          A program that shows the code <strong class="address">{answer.userCode}</strong> gets access. Decline if you
          do not see this code in a terminal of your own, whoever sent it to you.
        </>
      );
  }
};

const Drives = ({ drives }: Pick<ConsentProps, "drives">) => (
  <fieldset>
    <legend>Drives</legend>
    <label class="check">
      <input type="radio" name="scope" value="some" checked />
      Only these
    </label>
    <div class="choices">
      {drives.map(({ id, name }) => (
        <label class="check">
          <input type="checkbox" name="drive" value={id} checked={drives.length === 1} />
          <span>{name}</span>
        </label>
      ))}
    </div>
    <label class="check">
      <input type="radio" name="scope" value="all" />
      All of them, later ones too
    </label>
  </fieldset>
);

const Access = ({ wantsWrite }: Pick<ConsentProps, "wantsWrite">) =>
  wantsWrite ? (
    <fieldset>
      <legend>It may</legend>
      <label class="check">
        <input type="radio" name="access" value="write" checked />
        Read and write
      </label>
      <label class="check">
        <input type="radio" name="access" value="read" />
        Only read
      </label>
    </fieldset>
  ) : (
    <p>
      <input type="hidden" name="access" value="read" />
      It may read, and change nothing.
    </p>
  );

/** `typed` is what was entered before, which no terminal shows. */
export const devicePage = (typed: string | null) => (
  <Layout title="Connect a terminal">
    <Card>
      <h1>Connect a terminal</h1>
      <p class="lead">Enter the code that your terminal shows.</p>
      {typed !== null && (
        <p class="problem" role="alert">
          No terminal waits with this code. Codes last for 15 minutes: look whether it shows another one.
        </p>
      )}
      <form class="stack" method="get" action="/device">
        <label for="code">Code</label>
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
        <button type="submit">Continue</button>
      </form>
    </Card>
  </Layout>
);

export const terminalAnsweredPage = (isAllowed: boolean) => (
  <Layout title={isAllowed ? "Connected" : "Declined"}>
    <Card>
      <h1>{isAllowed ? "Connected" : "Declined"}</h1>
      <p class="lead">
        {isAllowed ? "Go back to your terminal: it goes on by itself." : "Your terminal gets nothing. Close this page."}
      </p>
      <p>
        <a href="/settings">What has access to your account</a>
      </p>
    </Card>
  </Layout>
);

/** For somebody whom an app sent here with something that cannot be answered. */
export const appRefusedPage = (sentence: string) => (
  <Layout title="This app cannot connect">
    <Card>
      <h1>This app cannot connect</h1>
      <p class="lead">You were not sent back to it, because it is not certain where it is.</p>
      <p class="muted">For its developer: {sentence}</p>
      <p class="actions">
        <a class="button" href="/">
          Go to my drive
        </a>
      </p>
    </Card>
  </Layout>
);
