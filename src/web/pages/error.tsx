/** What a person sees in place of a page they cannot have. */
import type { ErrorCode } from "../../kernel/errors.ts";
import { Card, Layout } from "./layout.tsx";

const TITLES: Partial<Record<ErrorCode, string>> = {
  not_found: "Nothing here",
  forbidden: "Not for you",
  rate_limited: "A little slower",
};

const SENTENCES: Partial<Record<ErrorCode, string>> = {
  not_found: "This page does not exist, or it was not shared with you. Whoever sent you here can share it.",
};

export const problemPage = (code: ErrorCode, sentence: string, requestId: string) => (
  <Layout title={TITLES[code] ?? "Something went wrong"}>
    <Card>
      <h1>{TITLES[code] ?? "Something went wrong"}</h1>
      <p class="lead">{SENTENCES[code] ?? sentence}</p>
      <p class="actions">
        <a class="button" href="/">
          Go to my drive
        </a>
      </p>
      {code === "internal" && <p class="muted">Request {requestId}</p>}
    </Card>
  </Layout>
);
