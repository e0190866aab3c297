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

Klicke oben auf **Teilen** und füge jemanden hinzu. Ihr seht die Schreibmarken der anderen, während ihr schreibt, und kein Text geht verloren, auch nicht, wenn zwei dieselbe Zeile ändern.

> [!tip] Nichts geht je verloren
> Jede Seite behält ihren Verlauf. **Verlauf** zeigt, wer was geschrieben hat, Menschen wie Werkzeuge, und holt jede Version zurück.

## Ordnung halten

Seiten können andere Seiten enthalten: Ziehe sie in der Liste links, um sie zu verschieben. Was du nicht mehr brauchst, kommt in den Papierkorb und lässt sich von dort wiederherstellen.

Wenn du diese Seite gelesen hast, lösche oder überschreibe sie.
`;

export const tasks = `# Deine erste Viertelstunde

- [x] Anmelden
- [ ] Auf der Seite *Hier anfangen* eine Zeile schreiben
- [ ] Ein Bild einfügen
- [ ] Mit Strg Alt N eine eigene Seite anlegen
- [ ] Eine Seite mit jemandem teilen !high
- [ ] Ein KI-Werkzeug mitschreiben lassen

# Wie Aufgaben funktionieren

- [ ] Eine Aufgabe ist eine Zeile, die mit \`- [ ]\` beginnt
  - [ ] Rücke eine Aufgabe ein, um sie zur Unteraufgabe zu machen
- [ ] Eine Aufgabe kann ein Fälligkeitsdatum haben due:2030-01-31 und eine Priorität !low
- [x] Ein x zwischen den Klammern heißt erledigt
`;

export const tools = (
  origin: string,
): string => `Ein KI-Werkzeug kann die Seiten, die du erlaubst, Zeile für Zeile lesen und schreiben, während auch du darin schreibst. Du siehst seine Schreibmarke und seinen Namen, seine Änderungen werden kurz hervorgehoben, und mit einem Klick machst du sie rückgängig.

## In drei Schritten

1. Öffne [Einstellungen → Einen Agenten verbinden](${origin}/settings/connect).
2. Benenne das Token nach dem Werkzeug, wähle diese Ablage und klicke auf **Token anlegen**.
3. Kopiere den Befehl für dein Werkzeug. Die Adresse ist \`${origin}/mcp\`.

Dann frage das Werkzeug: *„Welche Seiten sind in meiner Ablage?“*

## Was es darf

- Es erreicht nur die Ablagen, die du auswählst, und nur, was du selbst erreichst.
- Ein Token zum Lesen kann nicht schreiben.
- Du kannst das Token jederzeit auf derselben Seite widerrufen.

## Etwas zum Ausprobieren

> Lies die Seite „Hier anfangen“ und schreibe eine Zusammenfassung von drei Zeilen ans Ende dieser Seite.
`;
