/** Pages as cards, and the views that consist of them: list and gallery. */
import type { FolderRow } from "../../../features/properties/contract.ts";
import type { Property } from "../../../formats/properties/schema.ts";
import { words } from "../../../words/views.ts";
import { Icon, PageIcon } from "../../shared/icons.tsx";
import { ValueView } from "../../shared/properties/value-view.tsx";
import { shownIn } from "./model.ts";
import type { ViewProps } from "./view-props.ts";

type Props = { readonly row: FolderRow; readonly columns: readonly Property[] };

export const titleOf = ({ page: { title } }: FolderRow): string => title || words.untitled;

/** Missing values take no room on a card, nor do checkboxes that are not checked. */
const Values = ({ row, columns }: Props) => {
  const filled = columns.filter((property) => {
    const { text, value } = shownIn(row, property);
    return text !== "" && value !== false;
  });
  return filled.length === 0 ? null : (
    <ul class="card-values">
      {filled.map((property) => (
        <li key={property.name} title={property.name}>
          {shownIn(row, property).value === true ? (
            <>
              <Icon name="check" />
              {property.name}
            </>
          ) : (
            <>
              <span class="hidden">{`${property.name}: `}</span>
              <ValueView property={property} shown={shownIn(row, property)} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
};

export const CardContent = ({ row, columns }: Props) => (
  <>
    <a href={`/pages/${row.page.id}`} class="card-title">
      <PageIcon type={row.page.type} icon={row.page.icon} />
      <bdi>{titleOf(row)}</bdi>
    </a>
    <Values row={row} columns={columns} />
  </>
);

export const CardsView = ({ view, rows, columns }: ViewProps) => (
  <ul class={view.kind === "gallery" ? "view-gallery" : "view-list"} aria-label={view.name}>
    {rows.map((row) => (
      <li key={row.page.id} class="view-card">
        <CardContent row={row} columns={columns} />
      </li>
    ))}
  </ul>
);
