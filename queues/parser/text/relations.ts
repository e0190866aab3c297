/** Relationships between the parts of an OOXML package (ECMA-376 part 2, Open Packaging Conventions). */
import { type Package } from "./package.ts";
import { Unreadable } from "./unreadable.ts";
import { attribute, readXml } from "./xml.ts";

export type Relation = {
  /** The last segment of the type's URI, such as "hyperlink" or "officeDocument". */
  readonly type: string;
  /** The name of a part, or an external URI. */
  readonly target: string;
  readonly isExternal: boolean;
};

const MAX_RELATIONS = 50_000;

/** By id; empty for a part without relationships. The package itself is the part "". */
export function readRelations(pack: Package, part: string): ReadonlyMap<string, Relation> {
  const relations = new Map<string, Relation>();
  const slash = part.lastIndexOf("/") + 1;
  const name = pack.find(`${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`);
  if (name === null) return relations;
  readXml(pack.pieces(name), {
    open(element, attributes) {
      if (element !== "Relationship") return;
      if (relations.size >= MAX_RELATIONS) throw new Unreadable("The document has too many links.");
      const { Id = "", Type = "", Target = "", TargetMode } = attributes;
      const isExternal = TargetMode === "External";
      const type = Type.slice(Type.lastIndexOf("/") + 1);
      relations.set(Id, { type, isExternal, target: isExternal ? Target : resolvePart(part, Target) });
    },
  });
  return relations;
}

/** The target of a link given as a relationship id; undefined for a link to another part. */
export function externalTarget(relations: ReadonlyMap<string, Relation>, id: string | undefined): string | undefined {
  const relation = id === undefined ? undefined : relations.get(id);
  return relation?.isExternal ? relation.target : undefined;
}

/** Resolves a reference from one part to another; both use forward slashes. */
export function resolvePart(from: string, reference: string): string {
  const path = reference.split(/[?#]/, 1)[0]?.replaceAll("\\", "/") ?? "";
  const steps = path.startsWith("/") ? [] : from.split("/").slice(0, -1);
  for (const step of path.split("/")) {
    if (step === "..") steps.pop();
    else if (step !== "" && step !== ".") steps.push(step);
  }
  return steps.join("/");
}

/** The first related part of that type, if the package contains it. */
export function relatedPart(pack: Package, relations: ReadonlyMap<string, Relation>, type: string): string | null {
  for (const relation of relations.values()) {
    if (relation.type === type && !relation.isExternal) return pack.find(relation.target);
  }
  return null;
}

export type Office = { readonly kind: "docx" | "xlsx" | "pptx"; readonly main: string };

/**
 * The kind of an OOXML package, by the content type of its main part; null if its text is not supported (XLSB, drawings
 * …).
 */
export function readOffice(pack: Package): Office | null {
  const main = relatedPart(pack, readRelations(pack, ""), "officeDocument");
  if (main === null) return null;
  let byName = "";
  let byExtension = "";
  readXml(pack.pieces("[Content_Types].xml"), {
    open(element, attributes) {
      const type = attribute(attributes, "ContentType") ?? "";
      if (element === "Override" && attributes.PartName?.toLowerCase() === `/${main.toLowerCase()}`) byName = type;
      const extension = attributes.Extension?.toLowerCase();
      if (element === "Default" && extension && main.toLowerCase().endsWith(`.${extension}`)) byExtension = type;
    },
  });
  const type = byName || byExtension;
  if (!type.endsWith("+xml")) return null;
  if (/wordprocessingml|ms-word/.test(type)) return { kind: "docx", main };
  if (/spreadsheetml|ms-excel/.test(type)) return { kind: "xlsx", main };
  return /presentationml|ms-powerpoint/.test(type) ? { kind: "pptx", main } : null;
}
