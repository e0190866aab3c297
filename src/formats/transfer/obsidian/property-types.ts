/** The types of properties that an Obsidian vault declares in `.obsidian/types.json`. Pure. */
import { foldKey } from "../../properties/front-matter.ts";
import type { PropertyType } from "../../properties/schema.ts";

/** Types by folded name. */
export type PropertyTypes = ReadonlyMap<string, PropertyType>;

const FILE = /(?:^|\/)\.obsidian\/types\.json$/;

export const isPropertyTypes = (path: string): boolean => FILE.test(path);

/** The vault's folder with its slash; "" at the top. */
export const vaultOf = (path: string): string => path.replace(/\.obsidian\/types\.json$/, "");

const TYPES: Readonly<Record<string, PropertyType>> = {
  text: "text",
  multitext: "choices",
  number: "number",
  checkbox: "checkbox",
  date: "date",
  datetime: "date",
  tags: "choices",
  aliases: "choices",
};

const MAX_TYPES = 2_000;

/** Null for a file that is not such a declaration; unknown types are left out. */
export function readPropertyTypes(text: string): PropertyTypes | null {
  try {
    const read: unknown = JSON.parse(text);
    const types = typeof read === "object" && read !== null && "types" in read ? read.types : null;
    if (typeof types !== "object" || types === null || Array.isArray(types)) return null;
    return new Map(
      Object.entries(types)
        .slice(0, MAX_TYPES)
        .flatMap(([name, type]: [string, unknown]) => {
          const known = typeof type === "string" && Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
          return known ? [[foldKey(name), known] as const] : [];
        }),
    );
  } catch {
    return null;
  }
}
