/** What a person sees in place of a page they cannot have. */
import type { ErrorCode } from "../../kernel/errors.ts";
import { Card, Layout } from "./layout.tsx";
import { words } from "../messages/signin.ts";

const TITLES: Partial<Record<ErrorCode, () => string>> = {
  not_found: () => words.nothingHere,
  forbidden: () => words.notForYou,
  rate_limited: () => words.slower,
};

const SENTENCES: Partial<Record<ErrorCode, () => string>> = { not_found: () => words.notFound };

type Problem = {
  readonly code: ErrorCode;
  readonly sentence: string;
  readonly requestId: string;
  /** The page that somebody who is signed in may ask for, whether there is one or not. */
  readonly pageId?: string | undefined;
};

export const problemPage = ({ code, sentence, requestId, pageId }: Problem) => (
  <Layout title={TITLES[code]?.() ?? words.wentWrong} modules={pageId === undefined ? [] : ["client/ask"]}>
    <Card {...(pageId === undefined ? {} : { view: "ask" })}>
      <h1>{TITLES[code]?.() ?? words.wentWrong}</h1>
      <p class="lead">{SENTENCES[code]?.() ?? sentence}</p>
      {pageId !== undefined && <AskForm pageId={pageId} />}
      <p class="actions">
        <a class={pageId === undefined ? "button" : "button quiet"} href="/">
          {words.goToDrive}
        </a>
      </p>
      {code === "internal" && <p class="muted">{words.request(requestId)}</p>}
    </Card>
  </Layout>
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
