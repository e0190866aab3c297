/** Deutsch: was über die Verbindung einer Seite zu wissen ist, und jemandem folgen. */
export const begin = "Du kannst anfangen zu tippen. Es wird gespeichert, sobald die Seite verbunden ist.";
export const beginUnjoined =
  "Was du tippst, bleibt in diesem Tab und wird gespeichert, sobald die Seite verbunden ist.";
export const saved = "Alles ist gespeichert. Was du tippst, wird beim Tippen gespeichert.";
export const saving = "Deine letzten Änderungen werden gespeichert.";
export const offline =
  "Was du tippst, bleibt auf diesem Gerät und wird gespeichert, wenn die Verbindung wieder da ist. Du kannst weiterschreiben.";
export const offlineUnjoined =
  "Was du tippst, bleibt in diesem Tab. Lass ihn offen: Es wird gespeichert, wenn die Verbindung wieder da ist.";
export const readOnly = "Du kannst diese Seite lesen, aber nicht ändern. Bitte ihren Eigentümer um Schreibrechte.";
export const savedByRequest =
  "Dieses Netz blockiert gleichzeitiges Bearbeiten. Alles ist gespeichert, und ihr seht eure Änderungen nach ein paar Sekunden.";
export const savingByRequest =
  "Dieses Netz blockiert gleichzeitiges Bearbeiten. Deine Änderungen werden alle paar Sekunden gespeichert.";
export const refusedByRequest =
  "Deine Änderungen können auf dieser Seite nicht gespeichert werden. Kopiere deinen letzten Text, bevor du diesen Tab schließt.";
export const signedOut =
  "Du bist abgemeldet. Alles, was du geschrieben hast, ist gespeichert. Melde dich wieder an, um weiterzumachen.";
export const signedOutUnsaved =
  "Du bist abgemeldet. Dein letzter Text steht unten und liegt auf diesem Gerät. Melde dich wieder an, um ihn zu speichern.";
export const gone = "Diese Seite liegt im Papierkorb oder wurde gelöscht.";
export const noAccess = "Du hast keinen Zugriff mehr auf diese Seite.";
export const withUnsaved = (what: string) =>
  `${what} Ein Teil deines Textes ist nicht gespeichert: Kopiere ihn von unten.`;
export const refusals = {
  read_only: "Du durftest diese Seite nicht mehr bearbeiten.",
  update_invalid: "Die Seite konnte diesen Text nicht speichern.",
  payload_too_large: "Die Seite wäre mit diesem Text zu groß geworden.",
  quota_exceeded: "Die Ablage hat keinen Platz mehr für diesen Text.",
};
export const neverReached = "Dieser Text wurde nie an die Seite gesendet.";
export const unplaced =
  "Auch dieser Text wartet noch auf das Speichern. Er wird an seiner Stelle eingefügt, sobald die Seite erreichbar ist.";
export const unsaved = "Dieser Text ist nicht gespeichert.";
export const copy = "Kopieren";
export const discard = "Verwerfen";
export const signInAgain = "Wieder anmelden";
export const tryNow = "Jetzt versuchen";
export const toolChanged = (tool: string) => `${tool} hat diese Seite geändert.`;
export const toolWrote = (tool: string) =>
  `${tool} hat diese Seite geändert. Um das rückgängig zu machen, öffne den Status der Seite.`;
export const undoTool = (tool: string) => `Änderungen von ${tool} rückgängig machen`;
export const names = (all: readonly string[]) => all.join(all.length === 2 ? " und " : ", ");
export const namesAndOthers = (first: readonly string[], others: string) => `${first.join(", ")} und ${others}`;
export const others = { other: "# weitere" };
export const came = (who: string, count: number) => `${who} ${count === 1 ? "ist" : "sind"} jetzt hier.`;
export const went = (who: string, count: number) => `${who} ${count === 1 ? "ist" : "sind"} gegangen.`;
export const following = (name: string) => `Du folgst ${name}`;
export const stop = "Beenden";
export const leftPage = (name: string) => `${name} hat die Seite verlassen.`;
