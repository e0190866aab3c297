/** Deutsch: um eine Seite bitten. */
export const sent =
  "Angefragt. Wenn es diese Seite gibt, erfährt es, wem sie gehört. Sie öffnet sich hier, sobald du sie sehen darfst.";
export const asked = "Angefragt.";
