/**
 * Splits modules of libraries in two: what is needed first, and the rest. A bundler keeps a module whole, and each of
 * CodeMirror's packages is one: panels, tooltips and gutters that come later would be loaded before anything can be typed.
 */
import { build, type InlineConfig, parseSync, type Plugin } from "vite";

/** By module, what it declares and is needed first. */
type NeededFirst = ReadonlyMap<string, ReadonlySet<string>>;

type Node = { readonly type: string; readonly start: number; readonly end: number };

type Part = { readonly statements: readonly string[]; readonly names: ReadonlySet<string> };

const FIRST = "?first";
const REST = "?rest";

export const isRest = (id: string): boolean => id.endsWith(REST);

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;

const nodesIn = (node: Node, property: string): readonly Node[] => [Reflect.get(node, property)].flat().filter(isNode);

const nameOf = (node: Node | undefined): readonly string[] =>
  node?.type === "Identifier" ? [String(Reflect.get(node, "name"))] : [];

/** Names that a statement of a module declares for all of it. */
function declaredBy(statement: Node): readonly string[] {
  const isList = statement.type === "VariableDeclaration";
  const declared = isList ? nodesIn(statement, "declarations") : [statement];
  return declared.flatMap((each) => nameOf(nodesIn(each, "id")[0]));
}

/** Names inside a node. One that means something else in a function there does no harm: it is an import too many. */
function namesIn(node: Node, names = new Set<string>()): Set<string> {
  for (const name of nameOf(node)) names.add(name);
  for (const property of Object.keys(node)) for (const child of nodesIn(node, property)) namesIn(child, names);
  return names;
}

/** What a statement that declares nothing belongs to: `a` for `a.b = c`, all that it names for a loop. */
function changedBy(statement: Node): Iterable<string> {
  let target = nodesIn(statement, "expression").find(({ type }) => type === "AssignmentExpression");
  if (!target) return namesIn(statement);
  for (let next: Node | undefined = nodesIn(target, "left")[0]; next; next = nodesIn(next, "object")[0]) target = next;
  return nameOf(target);
}

const bodyOf = (source: string) => parseSync("module.js", source).program.body;

const declaredIn = (source: string): Set<string> => new Set(bodyOf(source).flatMap(declaredBy));

type Exported = readonly (readonly [local: string, name: string])[];

const list = (names: Iterable<string>): string => `{ ${[...new Set(names)].join(", ")} }`;
const named = (exported: Exported): string => list(exported.map(([local, name]) => `${local} as ${name}`));
const locals = (exported: Exported): string[] => exported.map(([local]) => local);
const lines = (...parts: readonly (readonly string[] | string)[]): string => parts.flat().join("\n");

function exportsOf(body: readonly Node[]): Exported {
  const specifiers = body
    .filter((node) => node.type === "ExportNamedDeclaration" && nodesIn(node, "source").length === 0)
    .flatMap((node) => nodesIn(node, "specifiers"));
  return specifiers.map((each) => {
    const [[local = ""], [name = ""]] = [nameOf(nodesIn(each, "local")[0]), nameOf(nodesIn(each, "exported")[0])];
    return [local, name];
  });
}

/** The statements that `is` takes, with the imports that they may need. */
function takeStatements(body: readonly Node[], source: string, is: (statement: Node) => boolean): Part {
  const own = body.filter((node) => !/^(?:Im|Ex)port/.test(node.type) && is(node));
  const names = new Set(own.flatMap((node) => [...namesIn(node)]));
  const imports = body.filter(
    (node) => node.type === "ImportDeclaration" && [...namesIn(node)].some((name) => names.has(name)),
  );
  return { names, statements: [...imports, ...own].map(({ start, end }) => source.slice(start, end)) };
}

/** The parts of a module by the suffix of their addresses; the module itself passes on what they export. */
function split(source: string, id: string, needed: ReadonlySet<string>): Readonly<Record<string, string>> {
  const body = bodyOf(source);
  if (body.some(({ type }) => type === "ExportDefaultDeclaration" || type === "ExportAllDeclaration"))
    throw new Error(`${id} has an export that cannot be split.`);
  const isFirst = (statement: Node): boolean => {
    const declared = declaredBy(statement);
    return (declared.length > 0 ? declared : [...changedBy(statement)]).some((name) => needed.has(name));
  };
  const first = takeStatements(body, source, isFirst);
  const rest = takeStatements(body, source, (statement) => !isFirst(statement));
  const shared = [...rest.names].filter((name) => needed.has(name));
  const exported = exportsOf(body);
  const early = exported.filter(([local]) => needed.has(local));
  const late = exported.filter(([local]) => !needed.has(local));
  const from = (suffix: string): string => `from ${JSON.stringify(id + suffix)};`;
  const passedOn = body.filter((node) => node.type === "ExportNamedDeclaration" && nodesIn(node, "source").length > 0);
  return {
    "": lines(
      passedOn.map(({ start, end }) => source.slice(start, end)),
      `export ${named(early)} ${from(FIRST)}`,
      `export ${named(late)} ${from(REST)}`,
    ),
    [FIRST]: lines(first.statements, `export ${list([...locals(early), ...shared])};`),
    [REST]: lines(`import ${list(shared)} ${from(FIRST)}`, rest.statements, `export ${list(locals(late))};`),
  };
}

/** `needed` is what `neededFirst` has found. */
export function splitLibraries(needed: NeededFirst): Plugin {
  const parts = new Map<string, string>();
  return {
    name: "split-libraries",
    enforce: "pre",
    resolveId: (id) => (parts.has(id) ? id : null),
    load(id) {
      const code = parts.get(id);
      return code === undefined ? null : { code, moduleSideEffects: false };
    },
    transform(source, id) {
      const names = needed.get(id);
      if (names === undefined) return null;
      const { "": whole = "", ...made } = split(source, id, names);
      for (const [suffix, code] of Object.entries(made)) parts.set(id + suffix, code);
      return { code: whole, map: null, moduleSideEffects: false };
    },
  };
}

/** What the bundler leaves of the modules in `libraries` when there are only these entries, and nothing that they load later. */
export async function neededFirst(
  config: InlineConfig,
  input: readonly string[],
  libraries: RegExp,
): Promise<NeededFirst> {
  const later: Plugin = {
    name: "leave-out-later",
    resolveDynamicImport: (source) => ({ id: source, external: true }),
  };
  const built = await build({
    ...config,
    plugins: [later],
    build: {
      write: false,
      minify: false,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: [...input],
        preserveEntrySignatures: "strict",
        // A name that is replaced by its value would seem not to be needed.
        optimization: { inlineConst: false },
        output: { preserveModules: true },
      },
    },
  });
  if (Array.isArray(built) || !("output" in built)) throw new Error("Vite answered with more than one build.");
  const found = new Map<string, ReadonlySet<string>>();
  for (const file of built.output)
    if (file.type === "chunk")
      for (const id of file.moduleIds.filter((each) => libraries.test(each))) found.set(id, declaredIn(file.code));
  return found;
}
