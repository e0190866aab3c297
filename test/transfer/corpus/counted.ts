/** Compares an import with the values that its sample expects. */
import { parseDocument } from "yaml";
import type { ImportPlan } from "../../../src/features/transfer/import-plan.ts";
import type { Expected, ExpectedTable } from "./shape.ts";

export type Wrong = {
  readonly where: string;
  readonly expected: string;
  readonly found: string;
  readonly isNamed: boolean;
  /** The value is that of the source, where it is not of its type either. */
  readonly isKept: boolean;
};

export type Count = { cells: number; readonly wrong: Wrong[]; readonly types: string[] };

type Matter = Record<string, unknown>;

/** Front matter as a YAML library of its own reads it. */
function matterOf(text: string): Matter {
  const [, source = ""] = /^---\n(.*?)\n---(?:\n|$)/s.exec(text) ?? [];
  return (parseDocument(source, { schema: "core" }).toJS() ?? {}) as Matter;
}

function typeOf(declared: unknown): string {
  if (Array.isArray(declared)) return declared[0] === "choices" ? "choices" : "choice";
  return String(declared ?? "none").split(",")[0] ?? "";
}

export function countCells(plan: ImportPlan, tables: readonly ExpectedTable[]): Count {
  const count: Count = { cells: 0, wrong: [], types: [] };
  const notes = [...plan.changed, ...plan.skipped];
  for (const table of tables) {
    const folder = plan.pages.find(
      ({ id, title, type }) =>
        title === table.title && type === "FOLDER" && plan.pages.some((page) => page.parentId === id),
    );
    const declared = declaredAbove(plan, folder?.id ?? null);
    const pages = plan.pages.filter(({ parentId }) => parentId === folder?.id);
    const documents = pages.filter(({ type }) => type === "DOCUMENT").length;
    if (documents !== table.rows.length)
      count.wrong.push({
        where: table.title,
        expected: `${table.rows.length} pages`,
        found: String(documents),
        isNamed: false,
        isKept: false,
      });
    for (const [title, ...values] of table.rows) {
      const same = pages.filter((page) => page.title === title);
      const scores = same.map((page) => compare(page.content));
      function compare(content: string): readonly (Wrong | null)[] {
        const matter = matterOf(content);
        const path = same.find((page) => page.content === content)?.path;
        return table.columns.map(([name, type], n) => {
          const expected = values[n] ?? null;
          const found = readable(plan, matter[name] ?? null);
          const isTyped = ["people", "value"].includes(type) || typeOf(declared[name]) === type || expected === null;
          const isEqual = JSON.stringify(listed(type, found)) === JSON.stringify(listed(type, expected));
          const isFit = isOfType(type, expected);
          if (isTyped && isEqual && isFit) return null;
          const isNamed = notes.some((note) => note.path === path && note.reason.startsWith(`${name}: `));
          const where = `${table.title} / ${title} / ${name} (${type})`;
          return {
            where,
            expected: JSON.stringify(expected),
            found: `${typeOf(declared[name])} ${JSON.stringify(found)}`,
            isNamed,
            isKept: isTyped && isEqual,
          };
        });
      }
      const best = scores.toSorted((a, b) => wrongIn(a) - wrongIn(b))[0];
      const cells = best ?? table.columns.map(([name]): Wrong => ({ where: `${table.title} / ${title} / ${name}`, expected: "a page", found: "none", isNamed: false, isKept: false })); // oxfmt-ignore
      count.cells += cells.length;
      count.wrong.push(...cells.filter((each) => each !== null));
    }
  }
  return count;
}

/** The declarations of the nearest folder that has some. */
function declaredAbove(plan: ImportPlan, id: string | null): Matter {
  const page = plan.pages.find((each) => each.id === id);
  if (!page) return {};
  return (matterOf(page.content)["properties"] as Matter | undefined) ?? declaredAbove(plan, page.parentId);
}

function isOfType(type: string, value: Expected): boolean {
  if (value === null) return true;
  if (type === "number") return typeof value === "number";
  if (type === "checkbox") return typeof value === "boolean" || value === "yes";
  return type !== "date" || (typeof value === "string" && /^\d{4}-\d\d-\d\d/.test(value));
}

const wrongIn = (cells: readonly (Wrong | null)[]): number => cells.filter((each) => each !== null).length;

/** People may be a list or words. */
const listed = (type: string, value: unknown): unknown =>
  type === "people" && value !== null ? (Array.isArray(value) ? value : String(value).split(", ")) : value;

function readable(plan: ImportPlan, value: unknown): Expected {
  if (Array.isArray(value)) return value.map((each) => String(readable(plan, each)));
  if (typeof value !== "string") return value as Expected;
  const [, label, kind, id] = /^\[(.*)\]\((page|file):(.+)\)$/.exec(value) ?? [];
  if (kind === "page") return `→${plan.pages.find((page) => page.id === id)?.title}`;
  return kind === "file" && plan.files.some((file) => file.id === id) ? `⎘${label}` : value;
}
