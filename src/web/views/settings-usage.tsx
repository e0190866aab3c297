/** The account's usage and quotas, in the settings. */
import type { Usage } from "../../features/quotas/contract.ts";
import { sizeOf } from "../shared/size.ts";
import { words as frame } from "../../words/frame.ts";
import { currentLanguage } from "../../words/language.ts";
import { words } from "../../words/settings.ts";

export const UsageSection = ({ usage }: { usage: Usage }) => (
  <section aria-labelledby="usage" data-view="usage">
    <h2 id="usage">{words.storage}</h2>
    <p class="muted">{words.storageHint}</p>
    <ul class="rows">
      <UsageRow name={words.text} {...usage.text} shown={sizeOf} />
      <UsageRow name={words.uploadedFiles} {...usage.files} shown={sizeOf} />
      <UsageRow name={frame.pages} {...usage.pages} shown={count} />
      <UsageRow name={frame.drives} {...usage.drives} shown={count} />
    </ul>
  </section>
);

const count = (amount: number): string => amount.toLocaleString(currentLanguage());

type Row = { name: string; used: number; limit: number; shown: (amount: number) => string };

const UsageRow = ({ name, used, limit, shown }: Row) => (
  <li class="row-item">
    <span class="grow">
      {name}
      <span class={used >= limit ? "problem block" : "muted block"}>
        {used >= limit ? words.usedFull(shown(used), shown(limit)) : words.usedOf(shown(used), shown(limit))}
      </span>
      <meter aria-label={name} min={0} max={limit} value={used}>
        {shown(used)}
      </meter>
    </span>
  </li>
);
