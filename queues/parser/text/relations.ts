/** How the parts of an OOXML package find each other (ECMA-376 part 2, Open Packaging Conventions). */
import { type Package } from "./package.ts";
import { Unreadable } from "./unreadable.ts";
import { attribute, readXml } from "./xml.ts";

export type Relation = {
  /** The last step of the type's URI, such as "hyperlink" or "officeDocument". */
  readonly type: string;
  /** A part's name, or the URI of something outside. */
  readonly target: string;
  readonly isExternal: boolean;
};

const MAX_RELATIONS = 50_000;

/** By their ids; none for a part without relations. The package itself is the part "". */
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

/** Where a link leads that is written as a relation's id; none for one to another part. */
export function externalTarget(relations: ReadonlyMap<string, Relation>, id: string | undefined): string | undefined {
  const relation = id === undefined ? undefined : relations.get(id);
  return relation?.isExternal ? relation.target : undefined;
}

/** A part's name by a reference from another part, both with forward slashes. */
export function resolvePart(from: string, reference: string): string {
  const path = reference.split(/[?#]/, 1)[0]?.replaceAll("\\", "/") ?? "";
  const steps = path.startsWith("/") ? [] : from.split("/").slice(0, -1);
  for (const step of path.split("/")) {
    if (step === "..") steps.pop();
    else if (step !== "" && step !== ".") steps.push(step);
  }
  return steps.join("/");
}

/** The part of that type that `part` leads to first, if the package has it. */
export function relatedPart(pack: Package, relations: ReadonlyMap<string, Relation>, type: string): string | null {
  for (const relation of relations.values()) {
    if (relation.type === type && !relation.isExternal) return pack.find(relation.target);
  }
  return null;
}

export type Office = { readonly kind: "docx" | "xlsx" | "pptx"; readonly main: string };

/** What an OOXML package is, by the content type of its main part; null for what has no text here (XLSB, drawings …). */
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
