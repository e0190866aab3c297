/** Who can sign up, the instance's limits, and the sizes of its databases, for administrators. */
import type { InstanceStatus } from "../../features/instance/contract.ts";
import { words } from "../../words/instance.ts";
import { plural } from "../../words/plural.ts";
import { count, instantOf } from "../shared/number-format.ts";
import { sizeOf } from "../shared/size.ts";
import { AdminPage } from "./admin.tsx";
import { Table } from "./admin-chart.tsx";
import type { Shell } from "./load-shell.ts";
import { SignUpLinksButton } from "./sign-up-links.tsx";

export const instancePage = (shell: Shell, status: InstanceStatus) => (
  <AdminPage shell={shell} title={words.instance} here="/admin/instance">
    <header class="row wrap admin-head">
      <div class="grow">
        <h1 class="title">{words.instance}</h1>
        <p class="muted">{status.measuredAt === null ? words.unknown : words.measured(instantOf(status.measuredAt))}</p>
      </div>
    </header>
    <div class="metrics">
      <section class="wide" aria-labelledby="sign-up">
        <h2 id="sign-up">{words.whoSignsUp}</h2>
        <p>{words.policies[status.signUp.policy]}</p>
        {status.signUp.domains.length > 0 && (
          <ul>
            {status.signUp.domains.map((domain) => (
              <li>{domain}</li>
            ))}
          </ul>
        )}
        <p class="muted">{words.policyHint}</p>
        {status.signUp.policy === "invited" && <SignUpLinksButton />}
      </section>
      <section class="wide" aria-labelledby="limits">
        <h2 id="limits">{words.limits}</h2>
        <p class="muted">{words.limitsHint}</p>
        <Table label={words.limits} head={["", words.used, words.limit, words.share]}>
          {status.usage.map(({ resource, used, limit }) => (
            <tr>
              <th scope="row">{words.resources[resource]}</th>
              <td>{shown(resource, used)}</td>
              <td>{limit === null ? words.noLimit : shown(resource, limit)}</td>
              <td>{limit !== null && <Share used={used} limit={limit} />}</td>
            </tr>
          ))}
        </Table>
      </section>
      <section class="wide" aria-labelledby="sizes">
        <h2 id="sizes">{words.sizes}</h2>
        <p class="muted">{words.sizesHint}</p>
        <Table label={words.sizes} head={["", words.used, words.limit, words.share, words.forecast]}>
          {status.sizes.map(({ store, used, limit, monthsUntilFull }) => (
            <tr>
              <th scope="row">{words.stores[store]}</th>
              <td>{used === null ? words.unknown : sizeOf(used)}</td>
              <td>{sizeOf(limit)}</td>
              <td>{used !== null && <Share used={used} limit={limit} />}</td>
              <td>{forecast(monthsUntilFull)}</td>
            </tr>
          ))}
        </Table>
      </section>
    </div>
  </AdminPage>
);

const shown = (resource: keyof typeof words.resources, amount: number): string =>
  resource === "text" || resource === "files" ? sizeOf(amount) : count(amount);

/** Marked from 80 % on, by color and by its number. */
function Share({ used, limit }: { readonly used: number; readonly limit: number }) {
  const percent = Math.floor((used / limit) * 100);
  const state = percent >= 95 ? "down" : percent >= 80 ? "degraded" : "ok";
  return <span class={`state state-${state}`}>{`${count(percent)} %`}</span>;
}

function forecast(months: number | null): string {
  if (months === null || months > MAX_MONTHS) return words.noForecast;
  return months < 1 ? words.fullSoon : plural(Math.floor(months), words.fullIn);
}

/** A forecast further ahead says nothing. */
const MAX_MONTHS = 120;
