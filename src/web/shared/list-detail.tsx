/** A view with a list, and next to it on wide screens the details of the selected entry. */
import type { ComponentChildren } from "preact";

/** Where the details are shown. The styles have the same width. */
export const WIDE = "not (max-width: 60rem)";

type Props = {
  readonly title: string;
  readonly tools?: ComponentChildren;
  readonly detailLabel: string;
  /** The browser loads it, on wide screens only. */
  readonly detail: ComponentChildren;
  readonly children: ComponentChildren;
};

export const ListDetail = ({ title, tools, detailLabel, detail, children }: Props) => (
  <>
    <header class="row toolbar">
      <h1>{title}</h1>
      <div class="page-actions">{tools}</div>
    </header>
    <div class="list-detail">
      <div class="list-side">{children}</div>
      <section class="detail" aria-label={detailLabel}>
        {detail}
      </section>
    </div>
  </>
);
