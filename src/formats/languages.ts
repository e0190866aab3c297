/** Programming languages by the names of files. Identifiers are lower-case names as highlighters know them. */

/** Language, then its extensions. */
const EXTENSIONS: readonly (readonly [language: string, extensions: string])[] = [
  ["ada", "adb ads ada"],
  ["assembly", "asm s nasm"],
  ["awk", "awk"],
  ["bash", "sh bash zsh ksh"],
  ["batch", "bat cmd"],
  ["c", "c h"],
  ["clojure", "clj cljs cljc edn"],
  ["cmake", "cmake"],
  ["cobol", "cob cbl"],
  ["cpp", "cpp cc cxx hpp hh hxx ino"],
  ["crystal", "cr"],
  ["csharp", "cs csx"],
  ["css", "css"],
  ["csv", "csv tsv"],
  ["d", "d"],
  ["dart", "dart"],
  ["diff", "diff patch"],
  ["dockerfile", "dockerfile containerfile"],
  ["dotenv", "env"],
  ["elixir", "ex exs"],
  ["elm", "elm"],
  ["erlang", "erl hrl"],
  ["fortran", "f f90 f95 for"],
  ["fsharp", "fs fsi fsx"],
  ["gleam", "gleam"],
  ["go", "go"],
  ["graphql", "graphql gql"],
  ["groovy", "groovy gradle"],
  ["haskell", "hs lhs"],
  ["hcl", "hcl tf tfvars"],
  ["html", "html htm xhtml"],
  ["ini", "ini cfg conf properties"],
  ["java", "java"],
  ["javascript", "js mjs cjs"],
  ["json", "json json5 jsonc webmanifest geojson ipynb"],
  ["jsx", "jsx"],
  ["julia", "jl"],
  ["kotlin", "kt kts"],
  ["latex", "tex sty cls"],
  ["less", "less"],
  ["lisp", "lisp lsp cl el"],
  ["lua", "lua"],
  ["makefile", "mk mak"],
  ["markdown", "md markdown mdx"],
  ["matlab", "m"],
  ["nim", "nim"],
  ["nix", "nix"],
  ["objective-c", "mm"],
  ["ocaml", "ml mli"],
  ["pascal", "pas pp"],
  ["perl", "pl pm"],
  ["php", "php"],
  ["powershell", "ps1 psm1 psd1"],
  ["prolog", "pro"],
  ["protobuf", "proto"],
  ["python", "py pyi pyw"],
  ["r", "r rmd"],
  ["ruby", "rb rake gemspec"],
  ["rust", "rs"],
  ["scala", "scala sc sbt"],
  ["scheme", "scm ss rkt"],
  ["scss", "scss sass"],
  ["solidity", "sol"],
  ["sql", "sql ddl"],
  ["svelte", "svelte"],
  ["swift", "swift"],
  ["tcl", "tcl"],
  ["text", "txt text log"],
  ["toml", "toml"],
  ["tsx", "tsx"],
  ["typescript", "ts mts cts"],
  ["v", "v"],
  ["vb", "vb vbs bas"],
  ["vue", "vue"],
  ["wasm", "wat wast"],
  ["xml", "xml svg xsd xsl plist"],
  ["yaml", "yaml yml"],
  ["zig", "zig"],
];

/** Files that are known by their whole name. */
const NAMES: readonly (readonly [language: string, names: string])[] = [
  ["bash", ".bashrc .zshrc .profile .bash_profile .envrc"],
  ["cmake", "cmakelists.txt"],
  ["dockerfile", "dockerfile containerfile"],
  ["dotenv", ".env"],
  ["groovy", "jenkinsfile"],
  ["ini", ".editorconfig .gitconfig .npmrc"],
  ["json", ".babelrc .eslintrc .prettierrc .swcrc"],
  ["makefile", "makefile gnumakefile justfile"],
  ["python", "sconstruct sconscript"],
  ["ruby", "gemfile rakefile podfile vagrantfile brewfile"],
  ["text", ".gitignore .dockerignore .gitattributes license codeowners"],
  ["toml", "cargo.lock poetry.lock pipfile"],
  ["yaml", ".clang-format .clangd"],
];

const INTERPRETERS: readonly (readonly [language: string, names: string])[] = [
  ["awk", "awk gawk mawk"],
  ["bash", "sh bash zsh dash ksh"],
  ["javascript", "node nodejs bun"],
  ["lua", "lua luajit"],
  ["perl", "perl"],
  ["php", "php"],
  ["powershell", "pwsh"],
  ["python", "python python2 python3 pypy3"],
  ["r", "rscript"],
  ["ruby", "ruby"],
  ["typescript", "deno tsx ts-node"],
];

const indexOf = (table: readonly (readonly [string, string])[]): ReadonlyMap<string, string> =>
  new Map(table.flatMap(([language, names]) => names.split(" ").map((name) => [name, language] as const)));

const byExtension = indexOf(EXTENSIONS);
const byName = indexOf(NAMES);
const byInterpreter = indexOf(INTERPRETERS);

/** All languages there are, in alphabetical order. */
export const LANGUAGES: readonly string[] = EXTENSIONS.map(([language]) => language);

/** By the whole name (`Dockerfile`, `Dockerfile.dev`, `.env.local`), else by the last extension. */
export function languageOfTitle(title: string): string | null {
  const name = title.trim().split(/[/\\]/).at(-1)?.toLowerCase() ?? "";
  const whole = byName.get(name);
  if (whole !== undefined) return whole;
  const dot = name.lastIndexOf(".");
  const extension = dot === -1 ? undefined : byExtension.get(name.slice(dot + 1));
  if (extension !== undefined && dot > 0) return extension;
  const stem = /^(\.?[^.]+)\./.exec(name)?.[1];
  return (stem === undefined ? undefined : byName.get(stem)) ?? null;
}

/** `python3.12` is python3. */
export const languageOfInterpreter = (program: string): string | null =>
  byInterpreter.get(program.toLowerCase()) ?? byInterpreter.get(program.toLowerCase().replace(/[\d.]+$/, "")) ?? null;
