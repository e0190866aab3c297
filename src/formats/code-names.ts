/** Recognizes source code by file name. */

/** Extensions of the languages that highlighters support. */
const EXTENSIONS: ReadonlySet<string> = new Set(
  `
  ada adb ads asm awk bas bash bat c cbl cc cfg cjs cl clj cljc cljs cls cmake cmd cob conf containerfile cpp cr cs
  css csv csx cts cxx d dart ddl diff dockerfile edn el elm env erl ex exs f f90 f95 for fs fsi fsx gemspec geojson
  gleam go gql gradle graphql groovy h hcl hh hpp hrl hs htm html hxx ini ino ipynb java jl js json json5 jsonc jsx
  ksh kt kts less lhs lisp log lsp lua m mak markdown md mdx mjs mk ml mli mm mts nasm nim nix pas patch php pl plist
  pm pp pro properties proto ps1 psd1 psm1 py pyi pyw r rake rb rkt rmd rs s sass sbt sc scala scm scss sh sol sql ss
  sty svelte svg swift tcl tex text tf tfvars toml ts tsv tsx txt v vb vbs vue wast wat webmanifest xhtml xml xsd xsl
  yaml yml zig zsh
`
    .trim()
    .split(/\s+/),
);

/** Files that are recognized by their whole name. */
const NAMES: ReadonlySet<string> = new Set(
  `
  .babelrc .bash_profile .bashrc .clang-format .clangd .dockerignore .editorconfig .env .envrc .eslintrc
  .gitattributes .gitconfig .gitignore .npmrc .prettierrc .profile .swcrc .zshrc brewfile cargo.lock cmakelists.txt
  codeowners containerfile dockerfile gemfile gnumakefile jenkinsfile justfile license makefile pipfile podfile
  poetry.lock rakefile sconscript sconstruct vagrantfile
`
    .trim()
    .split(/\s+/),
);

/** Matches the whole name (`Dockerfile`, `Dockerfile.dev`, `.env.local`) or the last extension. */
export function isCodeName(title: string): boolean {
  const name = title.trim().split(/[/\\]/).at(-1)?.toLowerCase() ?? "";
  const dot = name.lastIndexOf(".");
  const stem = /^(\.?[^.]+)\./.exec(name)?.[1] ?? "";
  return NAMES.has(name) || (dot > 0 && EXTENSIONS.has(name.slice(dot + 1))) || NAMES.has(stem);
}
