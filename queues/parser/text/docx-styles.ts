/** The styles and numberings of a WordprocessingML document (ECMA-376 part 1 §17.7, §17.9). */
import { type Package } from "./package.ts";
import { attribute, isOn, readXml } from "./xml.ts";

type Style = {
  /** A heading's level, counted from 0; null if the style is not a heading. */
  outline: number | null;
  list: string | null;
  isHidden: boolean | null;
  /** The value of `w:vertAlign`: superscript, subscript or baseline. */
  script: string | null;
};
export type Styles = ReadonlyMap<string, Style>;

type RawStyle = Style & { base: string | null };

const MAX_STYLES = 20_000;
const MAX_CHAIN_LENGTH = 20;

export function readStyles(pack: Package, part: string | null): Styles {
  const raw = new Map<string, RawStyle>();
  if (part === null) return raw;
  let style: RawStyle | null = null;
  readXml(pack.pieces(part), {
    open(name, attributes) {
      const value = attribute(attributes, "val") ?? "";
      if (name === "style") {
        style = { outline: null, list: null, isHidden: null, script: null, base: null };
        if (raw.size < MAX_STYLES) raw.set(attribute(attributes, "styleId") ?? "", style);
      } else if (style === null) return;
      else if (name === "basedOn") style.base = value;
      else if (name === "outlineLvl") style.outline = Number.parseInt(value, 10);
      else if (name === "numId") style.list = value;
      else if (name === "vanish") style.isHidden = isOn(attributes);
      else if (name === "vertAlign") style.script = value;
      else if (name === "name") style.outline ??= outlineOf(value);
    },
    close(name) {
      if (name === "style") style = null;
    },
  });
  return new Map([...raw].map(([id, own]) => [id, inherited(raw, own)]));
}

/** Word's built-in headings and titles have the same names in all languages. */
function outlineOf(name: string): number | null {
  const level = /^heading ([1-9])$/i.exec(name)?.[1];
  if (level !== undefined) return Number(level) - 1;
  return /^title$/i.test(name) ? 0 : null;
}

function inherited(styles: ReadonlyMap<string, RawStyle>, own: RawStyle): Style {
  const style = { ...own };
  let base = own.base;
  for (let step = 0; step < MAX_CHAIN_LENGTH && base !== null; step++) {
    const next = styles.get(base);
    style.outline ??= next?.outline ?? null;
    style.list ??= next?.list ?? null;
    style.isHidden ??= next?.isHidden ?? null;
    style.script ??= next?.script ?? null;
    base = next?.base ?? null;
  }
  return style;
}
