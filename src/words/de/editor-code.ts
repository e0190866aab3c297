/** Deutsch: der Editor für Code: was CodeMirror zum Zuklappen sagt. */
export const phrases = {
  "Fold line": "Zeile zuklappen",
  "Unfold line": "Zeile aufklappen",
  "folded code": "zugeklappter Code",
  unfold: "aufklappen",
  "Folded lines": "Zugeklappt: Zeilen",
  "Unfolded lines": "Aufgeklappt: Zeilen",
  to: "bis",
};
export const foldLine = "Zeile zuklappen";
export const unfoldLine = "Zeile aufklappen";
