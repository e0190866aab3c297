/** Obsidian's bases (`.base`): their views become views of a folder, as far as queries can express them. Pure. */
import { parseDocument } from "yaml";
import { foldKey } from "../../properties/front-matter.ts";
import type { Property } from "../../properties/schema.ts";
import { writeSort, type Sort, type ViewKind } from "../../properties/view-blocks.ts";
import { parseQuery, printQuery } from "../../query/parse.ts";
import { fieldsOf, type QueryFields } from "../../query/query.ts";
import { QueryFault } from "../../query/faults.ts";
import { isDeep, MAX_LENGTH } from "../front-matter.ts";
import { withView } from "../matter-text.ts";
import { bothOf, queryOf, readFilter, type Filter, type TypeOf } from "./filter.ts";
import { propertyNamed, Unsupported } from "./filter-operands.ts";

/** The link to a folder of the vault, or to the whole vault for null; null if there is no such folder. */
export type FolderLink = (folder: string | null) => string | null;

export type Base = {
  /** Fences with the views. */
  readonly text: string;
  /** A note for each part of the file that was not imported. */
  readonly notes: readonly string[];
};

const KINDS: ReadonlyMap<string, ViewKind> = new Map([
  ["table", "table"],
  ["cards", "gallery"],
  ["list", "list"],
]);
const MAX_VIEWS = 50;
const MAX_NOTES = 50;

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const wordsOf = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

/** Null for a file that is not a base, is too long, or too deep. */
export function readBase(source: string, schema: readonly Property[], folderLink: FolderLink): Base | null {
  const base = parse(source);
  return base && new BaseReader(schema, folderLink).read(base);
}

function parse(source: string): Node | null {
  if (source.length > MAX_LENGTH || isDeep(source)) return null;
  try {
    const document = parseDocument(source, {
      schema: "core",
      uniqueKeys: false,
      logLevel: "silent",
      prettyErrors: false,
    });
    const read: unknown = document.errors.length > 0 ? null : document.toJS({ maxAliasCount: 0 });
    return isNode(read) ? read : null;
  } catch {
    return null;
  }
}

class BaseReader {
  readonly #typeOf: TypeOf;
  readonly #fields: QueryFields;
  readonly #folderLink: FolderLink;
  readonly #notes: string[] = [];

  constructor(schema: readonly Property[], folderLink: FolderLink) {
    const types = new Map(fieldsOf(schema).fields.map(({ name, type }) => [foldKey(name), type]));
    this.#typeOf = (name) => types.get(name) ?? "any";
    this.#fields = fieldsOf(schema);
    this.#folderLink = folderLink;
  }

  read(base: Node): Base {
    const common = this.#filters(base["filters"], "The base");
    for (const [name, formula] of Object.entries(isNode(base["formulas"]) ? base["formulas"] : {}))
      this.#leave(`Formula “${name}”`, wordsOf(formula));
    if (isNode(base["summaries"])) this.#leave("Summaries", Object.keys(base["summaries"]).join(", "));
    const views = listOf(base["views"]).filter(isNode);
    if (views.length > MAX_VIEWS) this.#leave("Views", `after the first ${MAX_VIEWS}`);
    const text = views.slice(0, MAX_VIEWS).reduce((before, view) => this.#view(before, view, common), "");
    const more = this.#notes.length - MAX_NOTES;
    const notes = more > 0 ? [...this.#notes.slice(0, MAX_NOTES), `More that was left out: ${more}.`] : this.#notes;
    return { text: text === "" ? withView("", { name: "Table", kind: "table" }, {}) : text, notes };
  }

  #leave(where: string, what: string): void {
    this.#notes.push(`${where} was left out: ${what.replaceAll(/\s+/g, " ").slice(0, 200)}`.toWellFormed());
  }

  #view(before: string, view: Node, common: readonly Filter[]): string {
    const name = wordsOf(view["name"] ?? "Table").slice(0, 100);
    const where = `In the view “${name}”,`;
    const type = wordsOf(view["type"]);
    const kind = KINDS.get(type);
    if (kind === undefined) this.#leave(`${where} the layout`, `${type}; it is a table`);
    for (const key of ["limit", "summaries"])
      if (view[key] !== undefined) this.#leave(`${where} “${key}”`, wordsOf(view[key]));
    const filters = [...common, ...this.#filters(view["filters"], where)];
    const folders = [...new Set(filters.flatMap(({ folder }) => folder ?? []))];
    if (folders.length > 1) this.#leave(`${where} the second folder`, folders.slice(1).join(", "));
    const from = this.#folderLink(folders[0] ?? null);
    if (from === null) this.#leave(`${where} the folder`, folders[0] ?? "the whole vault");
    const grouped = isNode(view["groupBy"]) ? this.#names([view["groupBy"]["property"]], where)[0] : undefined;
    const columns = this.#names(listOf(view["order"]), where);
    const next = withView(
      before,
      { name, kind: kind ?? "table", by: grouped ?? null },
      {
        columns,
        sort: writeSort(this.#sort(listOf(view["sort"]), where)),
        ...(from !== null && { from }),
        where: filters.flatMap(({ query }) => (query ? [printQuery(query)] : [])),
      },
    );
    return next;
  }

  #sort(sort: readonly unknown[], where: string): Sort[] {
    return sort.filter(isNode).flatMap((each) =>
      this.#names([each["property"] ?? each["column"]], where).map((name) => ({
        name,
        isDescending: each["direction"] === "DESC",
      })),
    );
  }

  /** Names of properties; those of formulas and of files are left out. */
  #names(sources: readonly unknown[], where: string): string[] {
    return sources.flatMap((source) => {
      try {
        return [propertyNamed(wordsOf(source))];
      } catch (error) {
        if (!(error instanceof Unsupported)) throw error;
        this.#leave(`${where} the column`, wordsOf(source));
        return [];
      }
    });
  }

  /** Filters that all apply. */
  #filters(node: unknown, where: string): Filter[] {
    if (node === undefined || node === null) return [];
    const parts = isNode(node) && Array.isArray(node["and"]) ? listOf(node["and"]) : [node];
    return parts.flatMap((part) => {
      try {
        return [this.#checked(this.#filter(part, 1))];
      } catch (error) {
        if (!(error instanceof Unsupported || error instanceof QueryFault)) throw error;
        this.#leave(`${where} a filter`, wordsOf(part));
        return [];
      }
    });
  }

  #filter(node: unknown, depth: number): Filter {
    if (typeof node === "string") return readFilter(node, this.#typeOf);
    if (!isNode(node) || depth > 20) throw new Unsupported();
    const [entry, ...others] = Object.entries(node);
    if (!entry || others.length > 0) throw new Unsupported();
    const [join, list] = entry;
    const parts = (Array.isArray(list) ? listOf(list) : [list]).map((part) => this.#filter(part, depth + 1));
    if (join === "and") return bothOf(parts);
    const queries = parts.map(queryOf);
    const [first] = queries;
    if (!first || (join !== "or" && join !== "not")) throw new Unsupported();
    const any = queries.length === 1 ? first : { or: queries };
    return { query: join === "or" ? any : { not: any }, folder: null };
  }

  /** Throws a `QueryFault` for a condition that the properties do not allow. */
  #checked(filter: Filter): Filter {
    return filter.query === null ? filter : { ...filter, query: parseQuery(printQuery(filter.query), this.#fields) };
  }
}
