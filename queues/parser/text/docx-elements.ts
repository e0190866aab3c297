/** Elements of WordprocessingML (ECMA-376 part 1 §17) that are skipped, or only counted. */

/** Deleted or moved text, properties before a change, and fallback renderings for older programs. */
export const SKIPPED = new Set(
  "del moveFrom delText delInstrText Fallback sectPr pPrChange rPrChange tblPrChange trPrChange tcPrChange tblGridChange numberingChange".split(
    " ",
  ),
);
/** Empty elements among properties that mark changes. */
export const PROPERTIES = new Set(["rPr", "trPr", "tcPr", "pPr", "numPr"]);
export const CHANGED = new Set(["del", "moveFrom", "ins", "moveTo"]);
export const CONTROLS = new Set(["checkbox", "dropDownList", "comboBox", "date", "text", "picture"]);
