/** Deutsch: die Einstellungen. */
import type { Inline } from "../inline.ts";

export const settings = "Einstellungen";
export const onThisPage = "Auf dieser Seite";
export const profile = "Profil";
export const look = "Sprache und Darstellung";
export const language = "Sprache";
export const browserLanguage = "Wie im Browser";
export const appearance = "Darstellung";
export const system = "Wie im System";
export const light = "Hell";
export const saveLook = "Speichern";
export const dark = "Dunkel";
export const density = "Dichte auf diesem Gerät";
export const comfortable = "Normal";
export const compact = "Kompakt";
export const font = "Schrift der Dokumente auf diesem Gerät";
export const sans = "Serifenlos";
export const serif = "Mit Serifen";
export const textWidth = "Breite der Dokumente auf diesem Gerät";
export const standard = "Normal";
export const wide = "Breit";
export const emailAddress = "E-Mail-Adresse";
export const passkeys = "Passkeys";
export const connections = "Kontakte";
export const programs = "Agenten und Programme";
export const storage = "Speicher";
export const signIns = "Anmeldungen";
export const resetCredentials = "Zugänge zurücksetzen";
export const exportData = "Export";
export const deleteAccount = "Konto löschen";
export const noTokens =
  "Lass Claude, ChatGPT, einen Editor oder ein Skript deine Seiten lesen und bearbeiten: in deinem Namen und mit deinen Rechten.";
export const tokens = {
  one: "Mit einem Token handelt ein Programm in deinem Namen.",
  other: "Mit # Tokens handeln Programme in deinem Namen.",
};
export const connect = "Agenten verbinden";
export const connectOrRevoke = "Tokens verwalten";
export const choosePicture = "Bild auswählen";
export const chooseAnother = "Anderes Bild auswählen";
export const usePicture = "Dieses Bild verwenden";
export const removePicture = "Bild entfernen";
export const pictureHint = "PNG, JPEG, GIF oder WebP, höchstens 5 MB und 4096 Pixel je Seite.";
export const name = "Name";
export const username = "Benutzername";
export const usernameHint =
  "3 bis 30 Zeichen: Buchstaben von a bis z, Ziffern und Unterstriche. Jeder Name kann nur einmal vergeben werden.";
export const aboutYou = "Über dich";
export const discoverable = "Andere dürfen mich über meinen Namen finden";
export const saveProfile = "Profil speichern";
export const profileSaved = "Dein Profil ist gespeichert.";
export const yourPicture = "Dein Bild";
export const chosenPicture = "Das Bild, das du ausgewählt hast";
export const pictureTooLarge = "Dieses Bild ist größer als 5 MB. Wähle ein kleineres.";
export const pictureUnreadable = "Dieses Bild lässt sich nicht lesen.";
export const signInWith = (address: Inline) => ["Du meldest dich mit ", address, " an."];
export const waitingForProof = (address: Inline) => [
  address,
  " wartet auf Bestätigung: Öffne den Link, den wir dorthin geschickt haben. Er gilt einen Tag. Solange sie nicht bestätigt ist, hat die Adresse keine Wirkung.",
];
export const mailAgain = "Link noch einmal schicken";
export const keepAddress = "Bisherige Adresse behalten";
export const newAddress = "Neue Adresse";
export const newAddressHint =
  "Wir schicken einen Link dorthin und benachrichtigen die bisherige Adresse. Sobald der Link bestätigt ist, enden alle anderen Sitzungen.";
export const addressStays =
  "Diese Installation verschickt keine E-Mails. Deshalb lässt sich keine neue Adresse bestätigen und diese nicht ändern.";
export const changeAddress = "Adresse ändern";
export const connectionsHint =
  "Menschen, mit denen du oft Seiten teilst. Sie sehen deine E-Mail-Adresse, und du siehst ihre.";
export const seeConnections = "Kontakte anzeigen";
export const storageHint =
  "Text und Seiten umfassen alles in deinen eigenen Ablagen, egal wer es geschrieben hat. Was im Papierkorb liegt, zählt mit, bis es endgültig gelöscht ist.";
export const text = "Text";
export const uploadedFiles = "Dateien, die du hochgeladen hast";
export const usedOf = (used: string, limit: string) => `${used} von ${limit}`;
export const usedFull = (used: string, limit: string) => `${used} von ${limit}: voll`;
export const exportYourData = "Deine Daten exportieren";
export const exportHint =
  "Ein Zip-Archiv aller Daten, die über dich gespeichert sind: dein Konto und deine Einstellungen, Sitzungen und Geräte, Nachrichten, Berechtigungen, Mitteilungen und Audit-Einträge als JSON, dazu jede deiner eigenen Ablagen als eigener Export mit allen Dateien.";
export const savingData = "Dein Browser speichert deine Daten.";
export const deleteHint =
  "Dein Konto und alles in den Ablagen, die du zum Löschen auswählst, verschwinden endgültig. Was du in Ablagen anderer geschrieben hast, bleibt dort und stammt dann von einem gelöschten Konto. Exportiere vorher deine Daten.";
export const deleteSentence =
  "Das lässt sich nicht rückgängig machen. Alle deine Sitzungen, Geräte, Passkeys und Tokens gelten sofort nicht mehr. Was du in Ablagen anderer geschrieben hast, bleibt und stammt dann von einem gelöschten Konto.";
export const notifications = "Benachrichtigungen";
export const chooseNotifications = "Benachrichtigungen auswählen";
export const notificationsHint = "Wähle, welche Arten von Benachrichtigungen du bekommst.";
