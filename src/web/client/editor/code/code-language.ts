/** Detects the language of a CODE page from its title, like a file name. */
import { LanguageDescription } from "@codemirror/language";
import { languages } from "@codemirror/language-data";

/** Names and extensions missing from the list, with an equivalent file name. */
const LIKE: Readonly<Record<string, string>> = {
  containerfile: "Dockerfile",
  jenkinsfile: "a.groovy",
  gemfile: "a.rb",
  rakefile: "a.rb",
  podfile: "a.rb",
  vagrantfile: "a.rb",
  brewfile: "a.rb",
  sconstruct: "a.py",
  sconscript: "a.py",
  ".bashrc": "a.sh",
  ".zshrc": "a.sh",
  ".profile": "a.sh",
  ".bash_profile": "a.sh",
  ".envrc": "a.sh",
  ".env": "a.properties",
  ".npmrc": "a.properties",
  ".gitconfig": "a.properties",
  ".editorconfig": "a.properties",
  ".babelrc": "a.json",
  ".swcrc": "a.json",
  ".eslintrc": "a.json",
  ".prettierrc": "a.json",
  pipfile: "a.toml",
  "cargo.lock": "a.toml",
  "poetry.lock": "a.toml",
  zsh: "a.sh",
  ksh: "a.sh",
  jsonc: "a.json",
  json5: "a.json",
  geojson: "a.json",
  webmanifest: "a.json",
  ipynb: "a.json",
  mdx: "a.md",
  markdown: "a.md",
  svg: "a.xml",
  plist: "a.xml",
  cfg: "a.properties",
  conf: "a.properties",
  env: "a.properties",
};

const match = (name: string): LanguageDescription | null => LanguageDescription.matchFilename(languages, name);

/** Returns null if the title indicates no known language. */
export function languageOfTitle(title: string): LanguageDescription | null {
  const name = title.trim().split(/[/\\]/).at(-1) ?? "";
  const lower = name.toLowerCase();
  // `Dockerfile.dev` and `.env.local` are recognized by the part before the last dot.
  const stem = /^(\.?[^.]+)\./.exec(lower)?.[1] ?? "";
  const like = LIKE[lower] ?? LIKE[lower.slice(lower.lastIndexOf(".") + 1)] ?? LIKE[stem];
  const asFile = stem === "dockerfile" || lower === "dockerfile" ? "Dockerfile" : like;
  return match(name) ?? match(lower) ?? (asFile === undefined ? null : match(asFile));
}
