/** Pages shared with the user in drives they are not a member of: a guest's home page. */
import { PageIcon } from "../shared/icons.tsx";
import { relativeTime } from "../shared/relative-time.ts";
import type { SharedList, SharedPage } from "../../features/pages/shared/contract.ts";
import { pathText } from "../shared/sidebar/shared.tsx";
import type { Shell } from "./load-shell.ts";
import { words as frame } from "../../words/frame.ts";
import { words } from "../../words/shared.ts";
import { ShellPage } from "./shell.tsx";

export const sharedPage = (shell: Shell, { pages, nextCursor }: SharedList) => (
  <ShellPage title={frame.sharedWithMe} shell={shell} here="shared">
    <section class="column" data-view="shared">
      <h1 class="title">{frame.sharedWithMe}</h1>
      <p class="lead">{pages.length === 0 ? words.none : words.lead}</p>
      <ul class="rows">
        {pages.map((page) => (
          <Row page={page} now={shell.now} />
        ))}
      </ul>
      {nextCursor !== null && (
        <p class="actions">
          <a class="button quiet outlined" href={`/shared?cursor=${encodeURIComponent(nextCursor)}`}>
            {words.more}
          </a>
        </p>
      )}
      {shell.drive?.role === "owner" && (
        <p class="muted">{words.ownDrive(<a href={`/drives/${shell.drive.id}`}>{shell.drive.name}</a>)}</p>
      )}
    </section>
  </ShellPage>
);

type RowProps = { readonly page: SharedPage; readonly now: number };

const Row = ({ page: { id, title, icon, type, path, sharedBy, sharedAt, rights }, now }: RowProps) => (
  <li>
    <a href={`/pages/${id}`}>
      <PageIcon type={type} icon={icon} />
      <span class="grow shared-name">
        <span dir="auto">{title}</span>
        {path.length > 0 && (
          <span class="muted" dir="auto">
            {pathText(path.map((above) => above.title))}
          </span>
        )}
      </span>
      <span class="muted">
        {rights.canEdit ? words.mayEdit : rights.canComment ? words.mayComment : words.viewOnly}
        {sharedBy && ` · ${words.by(sharedBy.name)}`}
        {" · "}
        <time datetime={sharedAt}>{relativeTime(sharedAt, now)}</time>
      </span>
    </a>
  </li>
);
