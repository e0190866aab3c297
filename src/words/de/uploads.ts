/** Deutsch: was hochgeladen wird. */
export const uploads = "Hochladen";
export const filesToUpload = "Dateien zum Hochladen";
export const leaveAsked = "Diese Seite verlassen?";
export const notUploaded =
  "Es werden noch Dateien hochgeladen. Wenn du die Seite jetzt verlässt, wird das abgebrochen. Eine große Datei wird an derselben Stelle fortgesetzt, wenn du sie wieder auswählst.";
export const leave = "Verlassen";
export const uploaded = (name: string) => `„${name}“ wurde hochgeladen.`;
export const filesUploaded = { one: "# Datei wurde hochgeladen.", other: "# Dateien wurden hochgeladen." };
export const uploadOf = (name: string) => `${name} wird hochgeladen`;
export const again = "Noch einmal versuchen";
export const tryAgain = (name: string) => `${name} noch einmal versuchen`;
export const cancel = "Abbrechen";
export const cancelFile = (name: string) => `${name} abbrechen`;
export const dismissFile = (name: string) => `${name} schließen`;
export const starting = "Beginnt …";
export const waiting = "Wartet";
export const finishing = "Wird abgeschlossen …";
export const progress = (sent: string, size: string) => `${sent} von ${size}`;
export const againIn = (seconds: number) => `Nächster Versuch in ${seconds} s`;
export const goesOn =
  "Der Dienst ist nicht erreichbar. Das Hochladen geht weiter, sobald die Verbindung wieder besteht.";
export const dropHere = (where: string) => `Lege Dateien hier ab, um sie nach „${where}“ hochzuladen.`;
export const pause = "Anhalten";
export const pauseFile = (name: string) => `${name} anhalten`;
export const resume = "Fortsetzen";
export const resumeFile = (name: string) => `${name} fortsetzen`;
export const paused = "Angehalten";
export const chooseFolder = "Ordner hochladen";
export const unreadable = "Das lässt sich nicht lesen. Vielleicht ist es ein Ordner, oder es wurde verschoben.";
