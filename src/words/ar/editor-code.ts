/** العربية: محرر الشيفرة: ما يقوله CodeMirror عن الطي. */
export const phrases = {
  "Fold line": "طي السطر",
  "Unfold line": "توسيع السطر",
  "folded code": "شيفرة مطوية",
  unfold: "توسيع",
  "Folded lines": "طُويت الأسطر من",
  "Unfolded lines": "وُسّعت الأسطر من",
  to: "إلى",
};
export const foldLine = "طي السطر";
export const unfoldLine = "توسيع السطر";
