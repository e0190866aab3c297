/** Posts a provider's form to us again: a post from our own page includes our cookie. */
import { createHash } from "node:crypto";
import { Card, Layout } from "./layout.tsx";
import { words } from "../../words/signin.ts";

const SUBMIT = "document.forms[0].submit()";

/** The hash for this page's content security policy, which allows only this script. */
export const REPOST_SCRIPT = `'sha256-${createHash("sha256").update(SUBMIT).digest("base64")}'`;

export const repostPage = (action: string, fields: Readonly<Record<string, string>>) => (
  <Layout title={words.signingIn}>
    <Card>
      <h1>{words.oneMoment}</h1>
      <form class="stack" method="post" action={action}>
        {Object.entries(fields).map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <button type="submit">{words.continueToOctavo}</button>
      </form>
      <script>{SUBMIT}</script>
    </Card>
  </Layout>
);
