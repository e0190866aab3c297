/** Obsidian vaults: folders that declare the vault's properties, and views from its bases. */
import { bodyStart } from "../../formats/properties/front-matter.ts";
import type { Property } from "../../formats/properties/schema.ts";
import { declarations } from "../../formats/transfer/matter-text.ts";
import { readBase } from "../../formats/transfer/obsidian/base-file.ts";
import type { PropertyTypes } from "../../formats/transfer/obsidian/property-types.ts";
import { fittedNote, VaultProperties } from "../../formats/transfer/obsidian/vault.ts";
import { titleOfName } from "../../formats/transfer/other-tools.ts";
import { addressBetween, baseName, extensionOf, folderOf, stemOf } from "../../formats/transfer/paths.ts";
import { CellNotes } from "./cell-notes.ts";
import type { ImportNote } from "./contract.ts";
import type { ArchiveContents, TypedFile } from "./import-tree.ts";

const isBase = (path: string): boolean => extensionOf(path) === ".base";
const NO_TYPES: PropertyTypes = new Map();

/** Returns the contents unchanged without a vault. */
export function withVaults(sources: ArchiveContents): ArchiveContents {
  const { files, propertyTypes = new Map<string, PropertyTypes>() } = sources;
  const isAnyBase = [...files.keys()].some(isBase);
  return isAnyBase || propertyTypes.size > 0 ? new VaultImport(sources, propertyTypes).run() : sources;
}

class VaultImport {
  readonly #sources: ArchiveContents;
  readonly #types: ReadonlyMap<string, PropertyTypes>;
  /** The only folder at the top of the archive; "" if there are others. */
  readonly #top: string;
  /** Every folder in the archive, with its slash. */
  readonly #folders: ReadonlySet<string>;
  readonly #files: Map<string, string>;
  readonly #typed: Map<string, TypedFile>;
  readonly #folderTexts = new Map<string, string>();
  readonly #changed: ImportNote[] = [];
  readonly #cells = new CellNotes();

  constructor(sources: ArchiveContents, types: ReadonlyMap<string, PropertyTypes>) {
    this.#sources = sources;
    this.#types = types;
    const paths = [...sources.files.keys()];
    this.#folders = new Set(paths.flatMap(foldersOf));
    const [top = ""] = paths.flatMap((path) => foldersOf(path).at(-1) ?? []);
    this.#top = paths.every((path) => path.startsWith(top)) ? top : "";
    this.#files = new Map(sources.files);
    this.#typed = new Map(sources.typed);
  }

  run(): ArchiveContents {
    const vaults = new Map<string, string[]>();
    for (const path of this.#sources.files.keys()) {
      const vault = this.#vaultOf(path);
      const inside = vaults.get(vault);
      if (inside) inside.push(path);
      else vaults.set(vault, [path]);
    }
    for (const [vault, paths] of vaults) this.#import(vault, paths);
    const { changed = [] } = this.#sources;
    return {
      ...this.#sources,
      files: this.#files,
      typed: this.#typed,
      folderTexts: this.#folderTexts,
      changed: [...changed, ...this.#changed, ...this.#cells.all()],
    };
  }

  /** The folder of the innermost vault; that of a vault without declared types is the archive's only folder, or its top. */
  #vaultOf(path: string): string {
    const inside = [...this.#types.keys()].filter((vault) => path.startsWith(vault));
    if (inside.length > 0) return inside.reduce((a, b) => (b.length > a.length ? b : a));
    return this.#top;
  }

  #import(vault: string, paths: readonly string[]): void {
    const notes = paths.filter((path) => extensionOf(path) === ".md" && !this.#typed.has(path));
    const types = this.#types.get(vault) ?? NO_TYPES;
    const schema = this.#declare(vault, notes, types);
    for (const path of notes) {
      const source = this.#sources.files.get(path) ?? "";
      const { text, misfits } = fittedNote(source, schema);
      this.#files.set(path, text);
      for (const { name, reason } of misfits) this.#cells.add(path, vault, name, reason);
      const embedded = source.slice(bodyStart(source)).match(/^```base[ \t]*$/gm)?.length ?? 0;
      if (embedded > 0) this.#changed.push({ path, reason: `Bases in the text stay code: ${embedded}.` });
    }
    for (const path of paths.filter(isBase)) this.#base(path, vault, schema);
  }

  /** Declares the properties in the vault's folder; without one, in each folder at the top those that it uses. */
  #declare(vault: string, notes: readonly string[], types: PropertyTypes): readonly Property[] {
    const groups = new Map<string, VaultProperties>();
    const all = new VaultProperties(types);
    for (const path of notes) {
      const folder = vault === "" ? path.slice(0, path.indexOf("/") + 1) : vault;
      const group = groups.get(folder) ?? new VaultProperties(types);
      groups.set(folder, group);
      const text = this.#sources.files.get(path) ?? "";
      group.add(text);
      all.add(text);
    }
    for (const [folder, group] of groups) {
      const properties = group.declared();
      if (properties.length === 0) continue;
      const note = folder === "" ? notes.find((path) => !path.includes("/")) : undefined;
      if (note !== undefined) this.#changed.push({ path: note, reason: NO_FOLDER });
      else this.#folderTexts.set(folder, declarations(properties));
    }
    return all.declared();
  }

  #base(path: string, vault: string, schema: readonly Property[]): void {
    const source = this.#sources.files.get(path) ?? "";
    const base = readBase(source, schema, (folder) => this.#linkTo(vault, folder));
    const title = titleOfName(baseName(stemOf(path)));
    this.#typed.set(path, base === null ? { type: "CODE", title: baseName(path) } : { type: "FOLDER", title });
    if (base === null) this.#changed.push({ path, reason: "It is not a base that can be read: it is kept as code." });
    else this.#files.set(path, base.text);
    this.#changed.push(...(base?.notes ?? []).map((reason) => ({ path, reason })));
  }

  #linkTo(vault: string, folder: string | null): string | null {
    const path = folder === null ? vault : `${vault}${folder.replace(/^\/|\/$/g, "")}/`;
    return this.#folders.has(path)
      ? `[${titleOfName(baseName(path)).replaceAll(/[[\]\\]/g, "")}](/${addressBetween("", path)})`
      : null;
  }
}

/** From the innermost. */
function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let folder = folderOf(path); folder !== ""; folder = folderOf(folder)) folders.push(folder);
  return folders;
}

const NO_FOLDER =
  "Notes at the top of the archive are in no folder that could declare the types of their properties: their values are kept.";
