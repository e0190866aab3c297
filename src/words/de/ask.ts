/** Deutsch: um eine Seite bitten. */
export const sent =
  "Anfrage gesendet. Wenn es diese Seite gibt, wird ihr Eigentümer benachrichtigt. Sie öffnet sich hier, sobald du Zugriff hast.";
export const asked = "Anfrage gesendet.";
