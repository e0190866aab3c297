/** Deutsch: die Passkeys eines Kontos. */
export const hint =
  "Ein Passkey meldet dich mit der Bildschirmsperre deines Geräts oder einem Sicherheitsschlüssel an, ohne auf eine E-Mail zu warten. Der Link per E-Mail funktioniert weiter.";
export const none = "Du hast noch keinen Passkey.";
export const newPasskey = "Neuer Passkey";
export const whatName = "Name";
export const whereKept = "Wo er gespeichert ist";
export const add = "Passkey hinzufügen";
export const unsupported = "Dieser Browser kann keine Passkeys anlegen.";
export const used = (place: string, added: string, last: string) =>
  `${place}, hinzugefügt: ${added}, verwendet: ${last}`;
export const neverUsed = (place: string, added: string) => `${place}, hinzugefügt: ${added}, nie verwendet`;
export const oneDevice = "Auf einem Gerät";
export const synced = "Synchronisiert";
export const notSynced = "Noch nicht synchronisiert";
export const copied = (time: string) =>
  `Vielleicht wurde eine Kopie dieses Passkeys verwendet (${time}). Entferne ihn, außer du kennst den Grund.`;
export const remove = "Entfernen";
export const removeOne = (name: string) => `${name} entfernen`;
export const removeAsked = "Passkey entfernen?";
export const removeHint = (name: string) => `„${name}“ meldet dich dann nicht mehr an. Ein Link per E-Mail geht immer.`;
export const removed = (name: string) => `„${name}“ wurde entfernt.`;
export const noneMade = "Es wurde kein Passkey angelegt.";
export const already = "Auf diesem Gerät oder Sicherheitsschlüssel ist schon ein Passkey von dir.";
