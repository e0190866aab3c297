/** English: the editor of code: what CodeMirror says of folds. */
export const phrases = {
  "Fold line": "Fold line",
  "Unfold line": "Unfold line",
  "folded code": "folded code",
  unfold: "unfold",
  "Folded lines": "Folded lines",
  "Unfolded lines": "Unfolded lines",
  to: "to",
};
export const foldLine = "Fold line";
export const unfoldLine = "Unfold line";
