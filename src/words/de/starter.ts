/** Deutsch: drei Seiten für den Anfang. */
export const startTitle = "Hier anfangen";
export const tasksTitle = "Erste Schritte";
export const toolsTitle = "Mit einem KI-Werkzeug schreiben";

export const start = `Diese Seite gehört dir; ändere, was du willst. Klicke irgendwohin und schreibe; alles wird gespeichert, während du tippst.

## Schreiben

- Drücke \`/\` am Anfang einer Zeile für Überschriften, Listen, Tabellen, Bilder und Formeln.
- Wähle Wörter aus, um sie **fett** oder *kursiv* zu setzen oder einen Link daraus zu machen.
- Ziehe ein Bild oder eine Datei auf die Seite, oder füge sie ein.
- Drücke \`@\`, um eine Person oder eine andere Seite zu erwähnen.

| Du möchtest        | Drücke     |
| ------------------ | ---------- |
| etwas finden       | \`Strg K\`   |
| eine Seite anlegen | \`Strg Alt N\` |
| alle Tasten sehen  | \`?\`        |

Auf einem Mac steht ⌘ für Strg.

## Zusammen schreiben

Drücke oben **Teilen** und nenne jemanden. Ihr seht die Schreibmarken der anderen, während ihr schreibt, und niemandes Worte gehen verloren, auch nicht, wenn zwei dieselbe Zeile ändern.

> [!tip] Nichts geht je verloren
> Jede Seite behält ihren Verlauf. **Verlauf** zeigt, wer was geschrieben hat, Menschen wie Werkzeuge, und holt jede Version zurück.

## Ordnung halten

Seiten liegen in Seiten, so tief du willst: Ziehe sie in der Liste links. Was du nicht mehr brauchst, kommt in den Papierkorb, und von dort wieder zurück.

Wenn du das gelesen hast, lösche es oder schreibe darüber.
`;

export const tasks = `# Deine erste Viertelstunde

- [x] Anmelden
- [ ] Auf der Seite *Hier anfangen* eine Zeile schreiben
- [ ] Ein Bild einfügen
- [ ] Mit Strg Alt N eine eigene Seite anlegen
- [ ] Eine Seite mit jemandem teilen !high
- [ ] Ein Werkzeug mitschreiben lassen

# Wie eine Aufgabe geschrieben wird

- [ ] Eine Aufgabe ist eine Zeile, die mit \`- [ ]\` beginnt
  - [ ] Eingerückt gehört sie zur Aufgabe darüber
- [ ] Sie kann einen Tag haben due:2030-01-31 und ein Gewicht !low
- [x] Erledigt ist ein x zwischen den Klammern
`;

export const tools = (
  origin: string,
): string => `Ein KI-Werkzeug kann die Seiten, die du erlaubst, Zeile für Zeile lesen und schreiben, während auch du darin schreibst. Du siehst seine Schreibmarke und seinen Namen, was es geschrieben hat, leuchtet einen Moment lang, und ein Druck nimmt es zurück.

## In drei Schritten

1. Öffne [Einstellungen → Einen Agenten verbinden](${origin}/settings/connect).
2. Benenne das Token nach dem Werkzeug, wähle diese Ablage und drücke **Token anlegen**.
3. Kopiere die Zeile für dein Programm. Die Adresse ist \`${origin}/mcp\`.

Dann frage das Werkzeug: *„Welche Seiten sind in meiner Ablage?“*

## Was es darf

- Es erreicht nur die Ablagen, die du auswählst, und nur, was du selbst erreichst.
- Ein Token zum Lesen kann nicht schreiben.
- Du beendest es jederzeit, auf derselben Seite.

## Etwas zum Ausprobieren

> Lies die Seite „Hier anfangen“ und schreibe eine Zusammenfassung von drei Zeilen ans Ende dieser Seite.
`;
