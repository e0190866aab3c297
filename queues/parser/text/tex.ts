/** Characters and words of formulas as TeX that is valid between dollars and in a table cell. */

const GREEK =
  "α alpha β beta γ gamma δ delta ε varepsilon ϵ epsilon ζ zeta η eta θ theta ϑ vartheta ι iota κ kappa λ lambda μ mu ν nu ξ xi π pi ρ rho σ sigma ς varsigma τ tau υ upsilon φ varphi ϕ phi χ chi ψ psi ω omega Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Υ Upsilon Φ Phi Ψ Psi Ω Omega";
const OPERATORS =
  "± pm ∓ mp × times ÷ div · cdot ⋅ cdot ∗ ast ∘ circ ≤ le ≥ ge ≠ ne ≈ approx ≡ equiv ≅ cong ∼ sim ∝ propto ≪ ll ≫ gg → to ← leftarrow ↔ leftrightarrow ⇒ Rightarrow ⇐ Leftarrow ⇔ Leftrightarrow ↦ mapsto ∞ infty ∂ partial ∇ nabla ∀ forall ∃ exists ¬ neg ∧ wedge ∨ vee ∈ in ∉ notin ∋ ni ⊂ subset ⊆ subseteq ⊃ supset ⊇ supseteq ∪ cup ∩ cap ∅ emptyset ∑ sum ∏ prod ∐ coprod ∫ int ∬ iint ∭ iiint ∮ oint ⋃ bigcup ⋂ bigcap ⋁ bigvee ⋀ bigwedge ⨁ bigoplus ⨂ bigotimes ⊕ oplus ⊗ otimes ⊥ perp ∥ parallel ∠ angle … ldots ⋯ cdots ⋮ vdots ⋱ ddots ℏ hbar ℓ ell ℜ Re ℑ Im ℵ aleph ⟨ langle ⟩ rangle ⌈ lceil ⌉ rceil ⌊ lfloor ⌋ rfloor ‖ Vert | vert ~ sim";

const pairs = (table: string): [string, string][] => {
  const words = table.split(" ");
  return Array.from({ length: words.length / 2 }, (_, i) => [words[2 * i] ?? "", `\\${words[2 * i + 1]} `]);
};

const COMMANDS: ReadonlyMap<string, string> = new Map([
  ...pairs(GREEK),
  ...pairs(OPERATORS),
  ["\\", "\\backslash "],
  ["{", "\\{"],
  ["}", "\\}"],
  ["#", "\\#"],
  ["%", "\\%"],
  ["&", "\\&"],
  ["_", "\\_"],
  ["^", "\\text{\\textasciicircum}"],
  // A dollar would end the formula in Markdown, escaped or not.
  ["$", "\\text{\\textdollar}"],
  ["\u2212", "-"],
  ["\u2061", ""],
  ["\u2062", ""],
  ["\u2063", ""],
  ["\u2064", ""],
]);

const IN_TEXT: ReadonlyMap<string, string> = new Map([
  ["\\", "\\textbackslash "],
  ["{", "\\{"],
  ["}", "\\}"],
  ["#", "\\#"],
  ["%", "\\%"],
  ["&", "\\&"],
  ["_", "\\_"],
  ["$", "\\textdollar "],
  ["^", "\\textasciicircum "],
  ["~", "\\textasciitilde "],
  ["|", "\\textbar "],
]);

const mapped = (text: string, table: ReadonlyMap<string, string>): string =>
  Array.from(text.replace(/[\s\p{Cc}]+/gu, " "), (character) => table.get(character) ?? character).join("");

/** Letters as variables, operators as commands. */
export const mathTex = (text: string): string => mapped(text, COMMANDS);

/** Words within a formula. */
export const textTex = (text: string): string => (text === "" ? "" : `\\text{${mapped(text, IN_TEXT)}}`);

/** The command of one character, such as the operator of a sum. */
export const symbolTex = (character: string): string => mathTex(character).trim();

const FUNCTIONS = new Set(
  "arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min Pr sec sin sinh sup tan tanh".split(
    " ",
  ),
);

/** The command of a function name; null for any other word. */
export function functionTex(name: string, isFunction: boolean): string | null {
  const word = name.replaceAll("\u2061", "").trim();
  if (FUNCTIONS.has(word)) return `\\${word} `;
  return isFunction && /^\p{L}{2,40}$/u.test(word) ? `\\operatorname{${word}}` : null;
}

const DELIMITERS: Readonly<Record<string, string>> = {
  "": ".",
  "{": "\\{",
  "}": "\\}",
  "|": "\\vert",
  "‖": "\\Vert",
  "⟨": "\\langle",
  "〈": "\\langle",
  "<": "\\langle",
  "⟩": "\\rangle",
  "〉": "\\rangle",
  ">": "\\rangle",
  "⌈": "\\lceil",
  "⌉": "\\rceil",
  "⌊": "\\lfloor",
  "⌋": "\\rfloor",
  "⟦": "\\llbracket",
  "⟧": "\\rrbracket",
  "(": "(",
  ")": ")",
  "[": "[",
  "]": "]",
  "/": "/",
  "\\": "\\backslash",
  "↑": "\\uparrow",
  "↓": "\\downarrow",
};

/** The delimiter for \left or \right; null for a character that cannot grow. */
export const delimiterTex = (character: string): string | null => DELIMITERS[character] ?? null;

const ACCENTS: Readonly<Record<string, string>> = {
  "\u0300": "grave",
  "\u0301": "acute",
  "\u0302": "hat",
  "\u0303": "tilde",
  "\u0304": "bar",
  "\u0305": "overline",
  "\u0306": "breve",
  "\u0307": "dot",
  "\u0308": "ddot",
  "\u030a": "mathring",
  "\u030c": "check",
  "\u0331": "underline",
  "\u0332": "underline",
  "\u20d6": "overleftarrow",
  "\u20d7": "vec",
  "\u20e1": "overleftrightarrow",
  "^": "hat",
  "~": "tilde",
  "¯": "bar",
  "‾": "overline",
  "→": "overrightarrow",
  "←": "overleftarrow",
};

/** The command of an accent; null if TeX has none. */
export const accentTex = (character: string): string | null => ACCENTS[character] ?? null;

const SCRIPTS: Readonly<Record<"super" | "sub", ReadonlyMap<string, string>>> = {
  super: scriptMap(
    "0123456789+-−=() abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVW",
    "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂ",
  ),
  sub: scriptMap("0123456789+-−=() aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ"),
};

function scriptMap(plain: string, set: string): ReadonlyMap<string, string> {
  const characters = Array.from(set);
  return new Map(Array.from(plain, (character, i) => [character, characters[i] ?? character]));
}

/** Longer raised or lowered text is not an exponent, ordinal or index. */
const MAX_SCRIPT_LENGTH = 40;

/** Raised or lowered text: in Unicode characters if each has one, otherwise as a formula. Null for text that is too long. */
export function scriptText(text: string, position: "super" | "sub"): string | null {
  const inner = text.trim();
  if (inner === "") return text;
  if (inner.length > MAX_SCRIPT_LENGTH) return null;
  const characters = Array.from(text, (character) => SCRIPTS[position].get(character));
  if (characters.every((character) => character !== undefined)) return characters.join("");
  const [lead, tail] = [/^\s/.test(text) ? " " : "", /\s$/.test(text) ? " " : ""];
  return `${lead}$${position === "super" ? "^" : "_"}{${textTex(inner)}}$${tail}`;
}
