/** Compares the queries about readers and authors with the model. */
import {
  MAX_COMPARED_PAGES,
  authorsMayEdit,
  findHiddenPages,
  type HiddenPage,
} from "../../src/permissions/audience.ts";
import { EDIT, VIEW, includesRights } from "../../src/kernel/rights.ts";
import { NOW, claim, type ExpectedResult } from "./database.ts";
import { CREATOR, type Model, type Page } from "./model.ts";

const WRITE = VIEW | EDIT;

const print = ({ pageId, readers, names }: HiddenPage): string => `${pageId} ${readers} ${names.join()}`;

/** For a page chosen by `at`: which pages its readers may not see, and whether those who write them may edit it or its drive. */
export function claimsOfAudience(model: Model, users: readonly string[], at: number): ExpectedResult[] {
  const pages = [...model.pages.values()].slice(1 - MAX_COMPARED_PAGES);
  const chosen = pages[at % pages.length];
  if (chosen === undefined) return [];
  const { id, drive } = chosen;
  const ids = [...pages.map((page) => page.id), `${drive} no page`];
  const readers = users.filter((user) => model.sees(user, id)).toSorted();
  const hidden = ids.toSorted().flatMap((pageId) => {
    const isGone = !model.pages.has(pageId) || !model.isLive(pageId);
    const names = readers.filter((user) => isGone || !model.sees(user, pageId));
    return names.length === 0 ? [] : [print({ pageId, readers: names.length, names })];
  });
  const editors = ({ id: pageId }: Page): string[] =>
    [CREATOR, ...users].filter((user, n) => n === 0 || includesRights(model.rights(user, pageId), WRITE));
  const mayAll = (of: readonly Page[], may: (user: string) => boolean): boolean => of.flatMap(editors).every(may);
  const some = pages.filter((_, n) => n % 3 === at % 3);
  return [
    claim(
      `pages hidden from readers of ${id}`,
      findHiddenPages({ pageId: id }, ids, NOW),
      (rows) => rows.map(print),
      hidden,
    ),
    ...[pages, some, [chosen]].flatMap((of) => {
      const read = of.map((page) => page.id);
      return [
        claim(
          `authors of ${read.join(" and ")} may edit ${id}`,
          authorsMayEdit(read, { pageId: id }),
          (may) => may,
          mayAll(of, (user) => includesRights(model.rights(user, id), WRITE)),
        ),
        claim(
          `authors of ${read.join(" and ")} may edit the root of ${drive}`,
          authorsMayEdit(read, { driveId: drive }),
          (may) => may,
          mayAll(of, (user) => includesRights(model.root(user, drive), WRITE)),
        ),
      ];
    }),
  ];
}
