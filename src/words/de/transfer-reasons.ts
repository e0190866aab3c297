/** Deutsch: warum ein Import oder Export etwas ausgelassen hat. */
import type { Reason } from "../en/transfer-reasons.ts";
import { type Said, reasonsWith } from "../refusal.ts";
import { sentences } from "./refusals.ts";

const kept = "Es bleibt eine Datei.";
const unpack = "Packe das Archiv aus, in dem es liegt.";

const counted =
  (what: string): Said =>
  (count) =>
    `${what}: ${count}.`;

export const reasons: Readonly<Record<Reason, Said>> = {
  "Formulas converted to TeX: #.": counted("In TeX umgewandelte Formeln"),
  "Formulas, or parts of them, that could not be converted: #.": counted("Nicht umgewandelte Formeln oder Teile davon"),
  "Superscripts and subscripts written as characters or formulas: #.": counted(
    "Als Zeichen oder Formeln geschriebene Hoch- und Tiefstellungen",
  ),
  "Symbols without a known character: #.": counted("Symbole ohne bekanntes Zeichen"),
  "Passages of hidden text left out: #.": counted("Ausgelassene Stellen mit verborgenem Text"),
  "Comments left out: #.": counted("Ausgelassene Kommentare"),
  "Tracked changes accepted: #.": counted("Übernommene nachverfolgte Änderungen"),
  "Headers and footers left out: #.": counted("Ausgelassene Kopf- und Fußzeilen"),
  "Text boxes moved into the text: #.": counted("In den Text übernommene Textfelder"),
  "Pictures left out, except for their descriptions: #.": counted("Bis auf ihre Beschreibung ausgelassene Bilder"),
  "Charts left out: #.": counted("Ausgelassene Diagramme"),
  "Diagrams (SmartArt) left out: #.": counted("Ausgelassene Schaubilder (SmartArt)"),
  "Embedded objects left out: #.": counted("Ausgelassene eingebettete Objekte"),
  "Sound and video left out: #.": counted("Ausgelassene Ton- und Videoaufnahmen"),
  "Fields and tables of contents kept as plain text: #.": counted("Als Text übernommene Felder und Verzeichnisse"),
  "Form fields kept as plain text: #.": counted("Als Text übernommene Formularfelder"),
  "Links to places within the document left out: #.": counted("Ausgelassene Links auf Stellen im Dokument"),
  "List items numbered in another style: #.": counted("Anders nummerierte Listenpunkte"),
  "Numbers of headings left out: #.": counted("Ausgelassene Nummern von Überschriften"),
  "Merged table cells split: #.": counted("Geteilte verbundene Tabellenzellen"),
  "Tables converted to text: #.": counted("In Text umgewandelte Tabellen"),
  "Table cells whose line breaks became spaces: #.": counted(
    "Tabellenzellen, deren Zeilenumbrüche zu Leerzeichen wurden",
  ),
  "Reading aids (ruby) put in parentheses: #.": counted("In Klammern gesetzte Lesehilfen (Ruby)"),
  "Page breaks left out: #.": counted("Ausgelassene Seitenumbrüche"),
  "Passages whose formatting (bold, italics, color…) was left out: #.": counted(
    "Stellen, deren Formatierung (fett, kursiv, Farbe…) ausgelassen wurde",
  ),
  "Formulas replaced by their results: #.": counted("Durch ihre Ergebnisse ersetzte Formeln"),
  "Hidden rows, columns, sheets and slides included: #.": counted(
    "Enthaltene ausgeblendete Zeilen, Spalten, Blätter und Folien",
  ),
  "Its path leads out of the archive.": "Sein Pfad führt aus dem Archiv hinaus.",
  "Its path is too long.": "Sein Pfad ist zu lang.",
  "Its name is not valid UTF-8.": "Sein Name ist kein gültiges UTF-8.",
  "It is a link to another file, not a file.": "Es ist keine Datei, sondern eine Verknüpfung mit einer anderen.",
  "It is encrypted.": "Es ist verschlüsselt.",
  "It uses an unsupported compression method.": "Es ist auf eine Weise gepackt, die hier nicht bekannt ist.",
  "It is damaged.": "Es ist beschädigt.",
  "It is empty.": "Es ist leer.",
  "It is too large.": "Es ist zu groß.",
  "It is too large: a file can be at most # MB.": (most) =>
    `Es ist zu groß: Eine Datei darf höchstens ${most} MB haben.`,
  "It is too large: a page can contain at most # bytes of text.": (most) =>
    `Es ist zu groß: Eine Seite nimmt höchstens ${most} Byte Text auf.`,
  "Hidden files are not imported.": "Versteckte Dateien werden nicht importiert.",
  "The archive contains another file with the same name.": "Eine andere Datei mit demselben Namen stand davor.",
  "It does not describe this archive.": "Es beschreibt nicht dieses Archiv.",
  "It is not a zip archive, or its end is missing.": "Es ist kein ZIP-Archiv, oder sein Ende fehlt.",
  "A nested archive is not a zip archive, or its end is missing.":
    "Ein Archiv im Archiv ist keines, oder sein Ende fehlt.",
  "Nested archives are opened up to # levels deep.": (levels) =>
    `Archive in Archiven werden bis zu ${levels} Ebenen tief geöffnet.`,
  "Nested archives are opened up to # levels deep, and at most # of them.": (levels, most) =>
    `Archive in Archiven werden bis zu ${levels} Ebenen tief geöffnet, und höchstens ${most} davon.`,
  "The archives nested in this one are too large in total: unpack the archive that contains it.": `Die Archive darin sind zusammen zu groß. ${unpack}`,
  "There are too many archives nested in this one, or they are too large: unpack the archive that contains it.": `Die Archive darin sind zu viele oder zu groß. ${unpack}`,
  "It would be nested too deep.": "Es läge zu tief.",
  "It and its contents would be nested too deep.": "Es läge mit seinem Inhalt zu tief.",
  "The same table with all its rows and columns is imported.":
    "Dieselbe Tabelle wird mit allen Zeilen und Spalten importiert.",
  "Its front matter could not be read: it is kept as text.":
    "Seine Angaben am Anfang (Front Matter) konnten nicht gelesen werden. Sie bleiben als Text.",
  "Links without a matching file in the archive: #, such as #": (count, example) =>
    `Links, die zu keiner Datei im Archiv führen: ${count}, zum Beispiel ${example}`,
  "Line breaks in its fields became spaces.": "Zeilenumbrüche in den Feldern sind zu Leerzeichen geworden.",
  "Read with semicolons as separators.": "Gelesen mit Semikolons als Trennzeichen.",
  "Read with semicolons as separators and commas as decimal marks.":
    "Gelesen mit Semikolons als Trennzeichen und Kommas als Dezimalzeichen.",
  "Read with semicolons as separators and both points and commas as decimal marks.":
    "Gelesen mit Semikolons als Trennzeichen und Punkten wie Kommas als Dezimalzeichen.",
  "Read with tabs as separators.": "Gelesen mit Tabulatoren als Trennzeichen.",
  "Read with tabs as separators and commas as decimal marks.":
    "Gelesen mit Tabulatoren als Trennzeichen und Kommas als Dezimalzeichen.",
  "Read with tabs as separators and both points and commas as decimal marks.":
    "Gelesen mit Tabulatoren als Trennzeichen und Punkten wie Kommas als Dezimalzeichen.",
  "Read with vertical bars as separators.": "Gelesen mit senkrechten Strichen als Trennzeichen.",
  "Read with vertical bars as separators and commas as decimal marks.":
    "Gelesen mit senkrechten Strichen als Trennzeichen und Kommas als Dezimalzeichen.",
  "Read with vertical bars as separators and both points and commas as decimal marks.":
    "Gelesen mit senkrechten Strichen als Trennzeichen und Punkten wie Kommas als Dezimalzeichen.",
  "Read with commas as separators and commas as decimal marks.":
    "Gelesen mit Kommas als Trennzeichen und Kommas als Dezimalzeichen.",
  "Read with commas as separators and both points and commas as decimal marks.":
    "Gelesen mit Kommas als Trennzeichen und Punkten wie Kommas als Dezimalzeichen.",
  "Read as UTF-16.": "Gelesen als UTF-16.",
  "Read as Windows-1252.": "Gelesen als Windows-1252.",
  "It is unclear whether points or commas are decimal marks. Numbers kept as text: #.": (count) =>
    `Unklar ist, ob Punkte oder Kommas Dezimalzeichen sind. Zahlen, die Text geblieben sind: ${count}.`,
  "It is not text in UTF-8 or UTF-16.": "Es ist kein Text in UTF-8 oder UTF-16.",
  "Its text cannot be stored in a page: it is kept as a file.": `Es ist kein Text, den eine Seite aufnehmen kann. ${kept}`,
  "No text was found in it: it is kept as a file.": `Darin wurde kein Text gefunden. ${kept}`,
  "With links to pages it would exceed # bytes: it keeps its original links.": (most) =>
    `Mit Links auf Seiten hätte es mehr als ${most} Byte. Es behält seine eigenen.`,
  "There is not enough space left in your storage for it.": "In deinem Speicher ist dafür kein Platz mehr.",
  "The export is too large to use its page data: its pages are created from the names of its files.":
    "Der Export ist zu groß, um seinen Angaben über die Seiten zu folgen. Sie ergeben sich aus den Namen der Dateien.",
  "Messages are not imported, because they belong to the people who wrote them.":
    "Nachrichten bleiben bei denen, die sie geschrieben haben, und werden nicht importiert.",
  "Its file is missing from the archive: its text is imported as a document.":
    "Seine Datei ist nicht im Archiv. Sein Text ist ein Dokument.",
  "Its agent used tools that are not available here.": "Sein Agent hatte Werkzeuge, die es hier nicht gibt.",
  "It is missing from the archive.": "Es sollte im Archiv sein und ist es nicht.",
  "It is not the file that was exported.": "Es ist nicht die Datei, die exportiert wurde.",
  "You no longer have access to it, or it was trashed or deleted.":
    "Du darfst es nicht mehr sehen, oder es ist im Papierkorb oder gelöscht.",
  "Its content was lost.": "Sein Inhalt ist verloren.",
};

export const say = reasonsWith({ ...sentences, ...reasons });
