/** What the account uses of what it may keep, in the settings. */
import type { Usage } from "../../features/quotas/contract.ts";
import { sizeOf } from "../client/size.ts";
import { count } from "../number-format.ts";

export const UsageSection = ({ usage }: { usage: Usage }) => (
  <section aria-labelledby="usage" data-view="usage">
    <h2 id="usage">Storage</h2>
    <p class="muted">
      Text and pages are those of the drives you own, whoever wrote them. What is in the trash counts until it is
      deleted for good.
    </p>
    <ul class="rows">
      <UsageRow name="Text" {...usage.text} shown={sizeOf} />
      <UsageRow name="Files you uploaded" {...usage.files} shown={sizeOf} />
      <UsageRow name="Pages" {...usage.pages} shown={count} />
      <UsageRow name="Drives" {...usage.drives} shown={count} />
    </ul>
  </section>
);

type Row = { name: string; used: number; limit: number; shown: (amount: number) => string };

const UsageRow = ({ name, used, limit, shown }: Row) => (
  <li class="row-item">
    <span class="grow">
      {name}
      <span class={used >= limit ? "problem block" : "muted block"}>
        {shown(used)} of {shown(limit)}
        {used >= limit && ": full"}
      </span>
      <meter aria-label={name} min={0} max={limit} value={used}>
        {shown(used)}
      </meter>
    </span>
  </li>
);
