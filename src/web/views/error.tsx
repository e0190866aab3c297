/** Error pages: within the workspace if possible, otherwise standalone. */
import type { ErrorCode } from "../../kernel/errors.ts";
import type { Shell } from "./load-shell.ts";
import { Card, Layout } from "./layout.tsx";
import { ShellPage } from "./shell.tsx";
import { words } from "../../words/signin.ts";

const TITLES: Partial<Record<ErrorCode, () => string>> = {
  not_found: () => words.nothingHere,
  forbidden: () => words.notForYou,
  rate_limited: () => words.slower,
};

type Problem = {
  readonly code: ErrorCode;
  readonly sentence: string;
  readonly requestId: string;
  /** The requested path. */
  readonly address: string;
  /** The page that a signed-in user may request access to, whether it exists or not. */
  readonly pageId?: string | undefined;
};

const titleOf = ({ code }: Problem): string => TITLES[code]?.() ?? words.wentWrong;
const modulesFor = ({ pageId }: Problem) => (pageId === undefined ? [] : ["client/sharing/request-access"]);

export const problemPage = (problem: Problem) => (
  <Layout title={titleOf(problem)} modules={modulesFor(problem)}>
    <Card {...(problem.pageId === undefined ? {} : { view: "ask" })}>
      <h1>{titleOf(problem)}</h1>
      <Explanation {...problem} />
    </Card>
  </Layout>
);

export const problemView = (shell: Shell, problem: Problem) => (
  <ShellPage title={titleOf(problem)} shell={shell} here="problem" modules={modulesFor(problem)}>
    <section class="column problem-view" data-view={problem.pageId === undefined ? undefined : "ask"}>
      <h1 class="title">{titleOf(problem)}</h1>
      <Explanation {...problem} />
    </section>
  </ShellPage>
);

/** Maximum number of characters of the address to show. */
const SHOWN = 120;

const shortened = (address: string): string => (address.length > SHOWN ? `${address.slice(0, SHOWN)}…` : address);

const Explanation = ({ code, sentence, requestId, address, pageId }: Problem) => (
  <>
    <p class="lead">
      {code === "not_found"
        ? words.notFound(
            <code class="address" dir="ltr">
              {shortened(address)}
            </code>,
          )
        : sentence}
    </p>
    {pageId !== undefined && <AskForm pageId={pageId} />}
    <p class="actions">
      <a class={pageId === undefined ? "button" : "button quiet outlined"} href="/">
        {words.goToDrive}
      </a>
    </p>
    {code === "internal" && <p class="muted">{words.request(requestId)}</p>}
  </>
);

const AskForm = ({ pageId }: { pageId: string }) => (
  <form class="stack" data-page={pageId}>
    <label for="ask-message">{words.needItFor}</label>
    <textarea id="ask-message" name="message" rows={2} maxlength={500}></textarea>
    <p class="muted">{words.ownerSees}</p>
    <p class="actions">
      <button type="submit">{words.askForAccess}</button>
    </p>
  </form>
);
