/** Deutsch: der Arbeitsnachweis, den ein Anmeldelink kosten kann. */
export const checking =
  "Gerade werden viele Anmeldelinks angefordert. Deine Anfrage wird geprüft; das dauert einige Sekunden.";
export const checkFailed =
  "Die Prüfung hat in diesem Browser nicht geklappt. Versuche es noch einmal oder melde dich auf anderem Weg an.";
