/**
 * Splits library modules in two: what is needed first, and the rest. A bundler keeps modules whole, and each CodeMirror package
 * is a single one: panels, tooltips and gutters would be loaded before anything can be typed.
 */
import { build, type InlineConfig, parseSync, type Plugin } from "vite";

/** By module, the declarations needed first. */
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

/** The top-level names that a statement declares. */
function declaredBy(statement: Node): readonly string[] {
  const isList = statement.type === "VariableDeclaration";
  const declared = isList ? nodesIn(statement, "declarations") : [statement];
  return declared.flatMap((each) => nameOf(nodesIn(each, "id")[0]));
}

/** All names in a node. A name shadowed in an inner function does no harm: it only adds an unneeded import. */
function namesIn(node: Node, names = new Set<string>()): Set<string> {
  for (const name of nameOf(node)) names.add(name);
  for (const property of Object.keys(node)) for (const child of nodesIn(node, property)) namesIn(child, names);
  return names;
}

/** What a statement without declarations belongs to: `a` for `a.b = c`, all names used for a loop. */
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

/** The statements accepted by `is`, with the imports that they may need. */
function takeStatements(body: readonly Node[], source: string, is: (statement: Node) => boolean): Part {
  const own = body.filter((node) => !/^(?:Im|Ex)port/.test(node.type) && is(node));
  const names = new Set(own.flatMap((node) => [...namesIn(node)]));
  const imports = body.filter(
    (node) => node.type === "ImportDeclaration" && [...namesIn(node)].some((name) => names.has(name)),
  );
  return { names, statements: [...imports, ...own].map(({ start, end }) => source.slice(start, end)) };
}

/** The parts of a module by the suffix of their ids; the module itself re-exports from them. */
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

/** `needed` is the result of `neededFirst`. */
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

/** What tree shaking leaves of the modules matching `libraries` for these entries, without their dynamic imports. */
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
        // An inlined constant would seem to be unused.
        optimization: { inlineConst: false },
        output: { preserveModules: true },
      },
    },
  });
  if (Array.isArray(built) || !("output" in built)) throw new Error("Vite returned more than one build.");
  const found = new Map<string, ReadonlySet<string>>();
  for (const file of built.output)
    if (file.type === "chunk")
      for (const id of file.moduleIds.filter((each) => libraries.test(each))) found.set(id, declaredIn(file.code));
  return found;
}
