/** Builds the page tree from an archive's files; links are handled later. */
import { hasMessages, holdsMarkdown, importedAs, syntaxOf, type PageType } from "../../kernel/page-type.ts";
import {
  frontMatterFault,
  titleInText,
  titleOfName,
  typeOfFile,
  withoutNotionId,
} from "../../formats/transfer/other-tools.ts";
import { sheetOf } from "../../formats/tables/sheet-of-file.ts";
import { folderOf, baseName, stemOf } from "../../formats/transfer/paths.ts";
import type { PropertyTypes } from "../../formats/transfer/obsidian/property-types.ts";
import type { AgentSettings } from "../agents/contract.ts";
import type { ManifestFile, ManifestPage, Manifest, ImportNote, Tables } from "./contract.ts";
import type { ThreadFile } from "./import-threads.ts";
import type { ImportedFile } from "./imported-files.ts";

/** The usable contents of an archive. */
export type ArchiveContents = {
  /** Texts by path. */
  readonly files: ReadonlyMap<string, string>;
  readonly originals: ReadonlyMap<string, ImportedFile>;
  readonly manifest: Manifest | null;
  readonly skipped: readonly ImportNote[];
  /** Comment threads by the path of their page. */
  readonly threads?: ReadonlyMap<string, ThreadFile>;
  /** Notes from reading the texts. */
  readonly changed?: readonly ImportNote[];
  /** Names of the tools that an agent may use. */
  readonly tools: readonly string[];
  /** Whether CSV files, other than those of Notion, become sheets (the default) or folders. */
  readonly tables?: Tables;
  /** Pages whose type and title do not follow from their path, by path. */
  readonly typed?: ReadonlyMap<string, TypedFile>;
  /** Texts of folders without a file of their own, by path. */
  readonly folderTexts?: ReadonlyMap<string, string>;
  /** The property types that Obsidian vaults declare, by the path of the vault. */
  readonly propertyTypes?: ReadonlyMap<string, PropertyTypes>;
};

export type TypedFile = { readonly type: PageType; readonly title: string };

export type PageNode = {
  /** Path of its file, or of its folder with a trailing slash. */
  readonly path: string;
  /** The file name without its extension; equals the path of the folder with the page's children. */
  readonly stem: string;
  readonly type: PageType;
  readonly title: string;
  readonly icon?: string | undefined;
  readonly cover?: ManifestPage["cover"];
  text: string;
  /** True for a page from our own export, whose links are in our format. */
  readonly isOurs: boolean;
  /** The file of a FILE page; null for other types. */
  readonly original: ImportedFile | null;
  /** The settings of an AI_CHAT page's agent, if the archive contains them. */
  readonly agent: AgentSettings | null;
  readonly attachments: readonly ImportedAttachment[];
  readonly children: PageNode[];
};

export type ImportedAttachment = { readonly path: string; readonly original: ImportedFile };

export type ImportTree = {
  readonly roots: PageNode[];
  readonly skipped: readonly ImportNote[];
  readonly changed: readonly ImportNote[];
};

const rankOf = ({ type }: PageNode): number => importedAs(type)?.rank ?? 0;
const byRank = (a: PageNode, b: PageNode): number => rankOf(a) - rankOf(b);

export function buildImportTree(sources: ArchiveContents): ImportTree {
  return new ImportTreeBuilder(sources).run();
}

class ImportTreeBuilder {
  readonly #sources: ArchiveContents;
  /** Paths with an existing note on why they were skipped. */
  readonly #skippedPaths: ReadonlySet<string>;
  readonly #roots: PageNode[] = [];
  readonly #byStem = new Map<string, PageNode>();
  readonly #skipped: ImportNote[] = [];
  readonly #changed: ImportNote[] = [];

  constructor(sources: ArchiveContents) {
    this.#sources = sources;
    this.#changed.push(...(sources.changed ?? []));
    this.#skippedPaths = new Set(sources.skipped.map(({ path }) => path));
  }

  run(): ImportTree {
    const known = this.#addOwnPages();
    const { files, originals } = this.#sources;
    const texts = [...files].filter(([path]) => !known.has(path) && !this.#isLesserTable(path));
    const others = [...originals].filter(([path]) => !known.has(path));
    // "Page 9" sorts before "Page 10", in every language. Created here because it takes 6 ms, which would otherwise
    // delay every isolate's startup.
    const byName = new Intl.Collator("en", { numeric: true });
    const foreign = [
      ...texts.map(([path, text]) => this.#foreignNode(path, text)),
      ...others.map(([path, original]) => this.#foreignFile(path, original)),
    ].toSorted((a, b) => byName.compare(a.path, b.path) || byRank(a, b));
    // A file with a folder of the same name becomes the parent of that folder's contents.
    for (const node of foreign.toSorted(byRank)) {
      if (node.type !== "FILE" && !this.#byStem.has(node.stem)) this.#byStem.set(node.stem, node);
    }
    // Notion leaves the id out of the names of some folders.
    for (const node of foreign.toSorted(byRank)) {
      const bare = withoutNotionId(node.stem);
      if (node.type !== "FILE" && !this.#byStem.has(bare)) this.#byStem.set(bare, node);
    }
    for (const node of foreign) this.#siblingsIn(folderOf(node.path)).push(node);
    return { roots: this.#roots, skipped: this.#skipped, changed: this.#changed };
  }

  /** Adds the pages listed in the manifest, in order. */
  #addOwnPages(): ReadonlySet<string> {
    const known = new Set<string>();
    const { manifest, files, originals } = this.#sources;
    // Where the children of each manifest page go; those of a missing page go to its parent.
    const places: PageNode[][] = [];
    for (const { path, type, title, icon, cover, parent, file, agent, attachments } of manifest?.pages ?? []) {
      const siblings = (parent === null ? undefined : places[parent]) ?? this.#roots;
      const original = type === "FILE" && file && !known.has(path) ? originals.get(path) : undefined;
      const text = path.endsWith("/") || original ? "" : files.get(path);
      if (text === undefined || known.has(path)) {
        this.#skipMissing(path);
        places.push(siblings);
        continue;
      }
      known.add(path);
      if (original) this.#compare(path, original, file);
      else if (type === "FILE")
        this.#changed.push({
          path,
          reason: "Its file is missing from the archive: its text is imported as a document.",
        });
      const node: PageNode = {
        path,
        stem: stemOfPage(path),
        type: type === "FILE" && !original ? "DOCUMENT" : type,
        title,
        icon,
        cover,
        text,
        isOurs: true,
        original: original ?? null,
        agent: type === "AI_CHAT" && agent ? this.#knownTools(path, agent) : null,
        attachments: original ? [] : this.#attachedTo(attachments ?? [], known),
        children: [],
      };
      siblings.push(node);
      places.push(node.children);
      if (original && this.#byStem.has(node.stem)) continue;
      if (!this.#byStem.has(node.stem) || !hasMessages(type)) this.#byStem.set(node.stem, node);
    }
    return known;
  }

  #attachedTo(files: readonly (ManifestFile & { path: string })[], known: Set<string>): ImportedAttachment[] {
    return files.flatMap((file) => {
      const { path } = file;
      const original = known.has(path) ? undefined : this.#sources.originals.get(path);
      if (!original) {
        this.#skipMissing(path);
        return [];
      }
      known.add(path);
      this.#compare(path, original, file);
      return [{ path, original }];
    });
  }

  #knownTools(path: string, agent: AgentSettings): AgentSettings {
    const enabledTools = [...new Set(agent.enabledTools)].filter((tool) => this.#sources.tools.includes(tool));
    if (enabledTools.length < agent.enabledTools.length)
      this.#changed.push({ path, reason: "Its agent used tools that are not available here." });
    return { ...agent, enabledTools };
  }

  #skipMissing(path: string): void {
    if (!this.#skippedPaths.has(path)) this.#skipped.push({ path, reason: "It is missing from the archive." });
  }

  #compare(path: string, original: ImportedFile, file: ManifestFile | undefined): void {
    if (file && file.sha256 !== original.sha256)
      this.#changed.push({ path, reason: "It is not the file that was exported." });
  }

  #foreignNode(path: string, text: string): PageNode {
    const typed = this.#sources.typed?.get(path);
    const type = typed?.type ?? typeOfFile(path);
    const isCode = type === "CODE";
    const isMarkdown = holdsMarkdown(type);
    const stem = stemOf(path);
    const name = baseName(isCode ? path : stem).replace(/_all$/, (all) => (this.#isWholeTable(path) ? "" : all));
    const own = isMarkdown ? titleInText(name, text) : null;
    const fault = isMarkdown ? frontMatterFault(text) : null;
    if (fault !== null) this.#changed.push({ path, reason: fault });
    return {
      path,
      stem: this.#isWholeTable(path) ? stem.replace(/_all$/, "") : stem,
      type,
      title: typed?.title ?? own ?? titleOfName(name),
      text: syntaxOf(type) === "csv" ? this.#rowsOf(path, text) : text,
      isOurs: false,
      original: null,
      agent: null,
      attachments: [],
      children: [],
    };
  }

  #foreignFile(path: string, original: ImportedFile): PageNode {
    if (typeOfFile(path) !== "FILE")
      this.#changed.push({ path, reason: "Its text cannot be stored in a page: it is kept as a file." });
    return {
      path,
      stem: path,
      type: "FILE",
      title: titleOfName(original.filename),
      text: "",
      isOurs: false,
      original,
      agent: null,
      attachments: [],
      children: [],
    };
  }

  #rowsOf(path: string, csv: string): string {
    const { text, notes } = sheetOf(path, csv);
    this.#changed.push(...notes.map((reason) => ({ path, reason })));
    return text;
  }

  /** Notion exports a table twice: as displayed, and with all its rows and columns (`_all`). */
  #isWholeTable(path: string): boolean {
    return /[0-9a-f]{32}_all\.csv$/.test(path);
  }

  #isLesserTable(path: string): boolean {
    const isLesser = /[0-9a-f]{32}\.csv$/.test(path) && this.#sources.files.has(path.replace(/\.csv$/, "_all.csv"));
    if (isLesser) this.#skipped.push({ path, reason: "The same table with all its rows and columns is imported." });
    return isLesser;
  }

  /** The list for a folder's pages: the children of the page with the same name, created as a FOLDER if there is none. */
  #siblingsIn(folder: string): PageNode[] {
    if (folder === "") return this.#roots;
    const stem = folder.slice(0, -1);
    const known = this.#byStem.get(stem);
    if (known) return known.children;
    const children: PageNode[] = [];
    const node: PageNode = {
      path: folder,
      stem,
      type: "FOLDER",
      title: titleOfName(baseName(folder)),
      text: this.#sources.folderTexts?.get(folder) ?? "",
      isOurs: false,
      original: null,
      agent: null,
      attachments: [],
      children,
    };
    this.#byStem.set(stem, node);
    this.#siblingsIn(folderOf(folder)).push(node);
    return children;
  }
}

const stemOfPage = (path: string): string => (path.endsWith("/") ? path.slice(0, -1) : stemOf(path));
