/**
 * Office formulas (OMML, ECMA-376 part 1 §22.1) as TeX for KaTeX. Read as events like the document around them:
 * libraries for OMML need a DOM, which takes many times the memory of the text and recurses as deeply as the input is
 * nested.
 */
import { accentTex, delimiterTex, functionTex, mathTex, symbolTex, textTex } from "./tex.ts";
import { type Attributes, attribute, isOnValue } from "./xml.ts";

type Part = { readonly name: string; readonly tex: string };
type Frame = { readonly name: string; readonly parts: Part[]; readonly values: Map<string, string> };

/** Maximum formula length, in UTF-16 code units, and maximum nesting; anything beyond loses its structure. */
const MAX_LENGTH = 20_000;
const MAX_NESTED = 60;

export class FormulaReader {
  /** Number of parts that TeX cannot express, or that exceed the limits. */
  losses = 0;
  readonly #frames: Frame[] = [];
  #length = 0;
  #text = "";

  get isOpen(): boolean {
    return this.#frames.length > 0;
  }

  enter(name: string, attributes: Attributes): void {
    this.#frames.push({ name, parts: [], values: new Map() });
    // Properties are in an element of their own, and apply to its parent.
    const value = attribute(attributes, "val");
    const properties = this.#frames.at(-2);
    const owner = this.#frames.at(-3);
    if (properties?.name.endsWith("Pr") && owner) owner.values.set(name, value ?? "");
    if (name === "br" || name === "cr") this.text(" ");
  }

  text(text: string): void {
    if (this.#frames.at(-1)?.name !== "t") return;
    this.#length += text.length;
    if (this.#length <= MAX_LENGTH) this.#text += text;
    else if (this.#length - text.length <= MAX_LENGTH) this.losses++;
  }

  /** The TeX of the formula that ends here; null inside of one. */
  leave(): string | null {
    const frame = this.#frames.pop();
    if (!frame) return null;
    const tex = this.#texOf(frame);
    const outer = this.#frames.at(-1);
    if (!outer) {
      this.#length = 0;
      return tidy(tex);
    }
    if (tex !== "" || KEPT_IF_EMPTY.has(frame.name)) outer.parts.push({ name: frame.name, tex });
    return null;
  }

  #texOf(frame: Frame): string {
    const { name } = frame;
    if (name === "r") return this.#run(frame);
    if (name.endsWith("Pr") || this.#frames.at(-1)?.name.endsWith("Pr")) return "";
    const structure = STRUCTURES[name];
    if (!structure) {
      // Wrapper elements of the document may contain runs, as may parts of structures.
      if (!PLAIN.has(name)) this.losses++;
      return all(frame);
    }
    if (this.#frames.length > MAX_NESTED) {
      this.losses++;
      return all(frame);
    }
    const tex = structure(frame);
    if (tex === null) this.losses++;
    return tex ?? all(frame);
  }

  #run({ values }: Frame): string {
    const text = this.#text;
    this.#text = "";
    if (text === "") return "";
    if (isOn(values.get("nor"))) return textTex(text);
    const isFunction = this.#frames.some(({ name }) => name === "fName");
    const named = functionTex(text, isFunction);
    if (named !== null) return named;
    const tex = mathTex(text);
    const script = values.get("scr");
    const style = values.get("sty");
    if (script === "double-struck") return `\\mathbb{${tex}}`;
    if (script === "script") return `\\mathcal{${tex}}`;
    if (script === "fraktur") return `\\mathfrak{${tex}}`;
    if (script === "sans-serif") return `\\mathsf{${tex}}`;
    if (script === "monospace") return `\\mathtt{${tex}}`;
    if (style === "b") return `\\mathbf{${tex}}`;
    if (style === "bi") return `\\boldsymbol{${tex}}`;
    return style === "p" && /^\p{L}{2,}$/u.test(text.trim()) ? `\\mathrm{${tex.trim()}}` : tex;
  }
}

/** Elements that count even if empty: an empty cell is a cell. */
const KEPT_IF_EMPTY = new Set(["e", "mr", "num", "den", "sub", "sup", "lim", "deg"]);
/** Elements without formatting of their own. */
const PLAIN = new Set(
  "oMath oMathPara e num den deg sub sup lim fName box argPr t mr ins moveTo smartTag sdt sdtContent hyperlink proofErr bookmarkStart bookmarkEnd br cr lastRenderedPageBreak commentRangeStart commentRangeEnd commentReference".split(
    " ",
  ),
);

const isOn = (value: string | undefined): boolean => value !== undefined && isOnValue(value);

const all = ({ parts }: Frame): string => parts.map(({ tex }) => tex).join("");

const part = ({ parts }: Frame, name: string): string => {
  const found = parts.filter((each) => each.name === name);
  return found.map(({ tex }) => tex.trim()).join("");
};

const each = ({ parts }: Frame, name: string): string[] =>
  parts.filter((one) => one.name === name).map(({ tex }) => tex.trim());

/** Braces the base of a superscript or subscript, unless it is one character or command. */
const base = (tex: string): string => (/^(?:[\p{L}\p{N}]|\\[A-Za-z]+)$/u.test(tex) ? tex : `{${tex}}`);

const STRUCTURES: Readonly<Record<string, (frame: Frame) => string | null>> = {
  f(frame) {
    const [num, den] = [part(frame, "num"), part(frame, "den")];
    const type = frame.values.get("type");
    if (type === "noBar") return `\\genfrac{}{}{0pt}{}{${num}}{${den}}`;
    return type === "lin" || type === "skw" ? `{${num}}/{${den}}` : `\\frac{${num}}{${den}}`;
  },
  rad(frame) {
    const degree = isOn(frame.values.get("degHide")) ? "" : part(frame, "deg");
    return degree === "" ? `\\sqrt{${part(frame, "e")}}` : `\\sqrt[{${degree}}]{${part(frame, "e")}}`;
  },
  sSup: (frame) => `${base(part(frame, "e"))}^{${part(frame, "sup")}}`,
  sSub: (frame) => `${base(part(frame, "e"))}_{${part(frame, "sub")}}`,
  sSubSup: (frame) => `${base(part(frame, "e"))}_{${part(frame, "sub")}}^{${part(frame, "sup")}}`,
  sPre: (frame) => `{}_{${part(frame, "sub")}}^{${part(frame, "sup")}}${base(part(frame, "e"))}`,
  nary(frame) {
    const { values } = frame;
    const sub = isOn(values.get("subHide")) ? "" : part(frame, "sub");
    const sup = isOn(values.get("supHide")) ? "" : part(frame, "sup");
    const places = { undOvr: "\\limits", subSup: "\\nolimits" }[values.get("limLoc") ?? ""] ?? "";
    const operator = symbolTex(values.get("chr") || "∫");
    const command = operator.startsWith("\\") ? operator : `\\mathop{${operator}}`;
    return `${command}${sub + sup === "" ? "" : places}${sub && `_{${sub}}`}${sup && `^{${sup}}`} ${part(frame, "e")}`;
  },
  d(frame) {
    const { values } = frame;
    const open = delimiterTex(values.get("begChr") ?? "(");
    const close = delimiterTex(values.get("endChr") ?? ")");
    const between = delimiterTex(values.get("sepChr") ?? "|");
    if (open === null || close === null || between === null) {
      const [left, right] = [mathTex(values.get("begChr") ?? "("), mathTex(values.get("endChr") ?? ")")];
      return `${left}${each(frame, "e").join(mathTex(values.get("sepChr") ?? "|"))}${right}`;
    }
    const middle = between === "." ? " " : `\\middle${between} `;
    return `\\left${open} ${each(frame, "e").join(middle)}\\right${close} `;
  },
  func: (frame) => `${part(frame, "fName")} ${part(frame, "e")}`,
  limLow(frame) {
    const [e, lim] = [part(frame, "e"), part(frame, "lim")];
    return isOperator(e) ? `${e}_{${lim}}` : `\\underset{${lim}}{${e}}`;
  },
  limUpp(frame) {
    const [e, lim] = [part(frame, "e"), part(frame, "lim")];
    return isOperator(e) ? `${e}^{${lim}}` : `\\overset{${lim}}{${e}}`;
  },
  acc(frame) {
    const accent = accentTex(frame.values.get("chr") ?? "\u0302");
    return accent === null ? null : `\\${accent}{${part(frame, "e")}}`;
  },
  bar: (frame) => `\\${frame.values.get("pos") === "top" ? "overline" : "underline"}{${part(frame, "e")}}`,
  groupChr(frame) {
    const character = frame.values.get("chr") ?? "⏟";
    const isAbove = frame.values.get("pos") === "top";
    const command =
      { "⏞": "overbrace", "⏟": "underbrace" }[character] ??
      { "→": "xrightarrow", "←": "xleftarrow", "⇒": "xRightarrow", "⇐": "xLeftarrow" }[character];
    if (command !== undefined) return `\\${command}{${part(frame, "e")}}`;
    return `\\${isAbove ? "overset" : "underset"}{${symbolTex(character)}}{${part(frame, "e")}}`;
  },
  borderBox: (frame) => `\\boxed{${part(frame, "e")}}`,
  phant(frame) {
    const shows = frame.values.get("show");
    return shows !== undefined && !isOn(shows) ? `\\phantom{${part(frame, "e")}}` : part(frame, "e");
  },
  mr: (frame) => each(frame, "e").join(" & "),
  m: (frame) => `\\begin{matrix}${each(frame, "mr").join(" \\\\ ")}\\end{matrix}`,
  eqArr: (frame) => `\\begin{aligned}${each(frame, "e").map(aligned).join(" \\\\ ")}\\end{aligned}`,
};

const isOperator = (tex: string): boolean => /^\\(?:[A-Za-z]+|operatorname\{[^{}]*\})$/.test(tex);

/** An ampersand in an equation array marks the alignment of its lines (§22.1.2.34). */
const aligned = (tex: string): string => tex.replaceAll("\\&", "&");

/** Markdown rejects formulas that begin or end with a space or a backslash. */
const tidy = (tex: string): string => {
  const line = tex.replace(/ {2,}/g, " ").trim();
  return line.endsWith("\\") ? `${line}{}` : line;
};
