/** A new page in a view: it has the values that the view's filter requires, so that the view shows it. */
import type { PropertyValue } from "../../../formats/properties/front-matter.ts";
import type { Property } from "../../../formats/properties/schema.ts";
import type { View } from "../../../formats/properties/view-blocks.ts";
import { parseQuery } from "../../../formats/query/parse.ts";
import { allOf, fieldsOf, type Query } from "../../../formats/query/query.ts";
import { words } from "../../../words/views.ts";
import { makePage } from "../page/make-page.ts";
import { navigate } from "../shell/navigation.ts";
import { textWith, valuesOf } from "./model.ts";

/** Conditions that cannot be read require nothing. */
function filterOf({ where }: View, schema: readonly Property[]): Query | null {
  const known = fieldsOf(schema);
  return allOf(
    where.flatMap((source) => {
      try {
        return [parseQuery(source, known)];
      } catch {
        return [];
      }
    }),
  );
}

type Wanted = {
  readonly driveId: string;
  readonly folderId: string;
  readonly view: View;
  readonly schema: readonly Property[];
  readonly properties: readonly Property[];
  /** Values of the column or day in which the new page is created. */
  readonly values: ReadonlyMap<string, PropertyValue>;
};

export async function makePageInView({ driveId, folderId, view, schema, properties, values }: Wanted): Promise<void> {
  const all = new Map([...valuesOf(filterOf(view, schema), properties), ...values]);
  const page = await makePage({
    driveId,
    parentId: folderId,
    type: "DOCUMENT",
    title: words.untitled,
    ...(all.size > 0 && { content: textWith(all) }),
  });
  await navigate(`/pages/${page.id}#title`);
}
