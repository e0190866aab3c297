/** Deutsch: Absagen des Dienstes. */
import type { Sentence } from "../en/refusals.ts";
import { plural } from "../plural.ts";
import { type General, type Refusal, type Said, sayWith } from "../refusal.ts";

const changedMeanwhile = "Das hat sich zwischendurch geändert. Lade es neu und wiederhole, was du getan hast.";
const restoreFirst = (what: string) => `Diese Seite ist im Papierkorb. Stelle sie wieder her, um ${what}.`;
const onlyAdmins = (what: string) => `Nur der Eigentümer und die Administratoren einer Ablage dürfen ${what}.`;
const allRights = "Der Eigentümer hat schon alle Rechte.";
const tooManyTokens = (what: string) => `Du hast ${what}. Widerrufe, was du nicht mehr brauchst.`;
const lastAdministrator = "Das ist der einzige Administrator. Gib die Rolle zuerst jemand anderem.";
const divide = "Teile das Archiv auf.";

export const sentences: Readonly<Record<Sentence, Said>> = {
  "You may not do this.": "Das darfst du nicht.",
  "You may read this page but not change it.": "Du darfst diese Seite lesen, aber nicht ändern.",
  "You may not delete this page.": "Du darfst diese Seite nicht löschen.",
  "You may not restore this page.": "Du darfst diese Seite nicht wiederherstellen.",
  "You may not delete this page for good.": "Du darfst diese Seite nicht endgültig löschen.",
  "Something below it is withheld from you, so you may not delete all of it. Ask the owner or an admin of the drive.":
    "Etwas darunter ist dir verborgen, deshalb darfst du nicht alles löschen. Wende dich an den Eigentümer oder einen Administrator der Ablage.",
  "Only the drive's owner, or someone who may share this page, does that.":
    "Das darf nur der Eigentümer der Ablage oder wer diese Seite teilen darf.",
  "Nobody grants or takes away a right that they do not hold themselves.":
    "Du kannst nur Rechte geben und nehmen, die du selbst hast.",
  "Moving the page there would give you rights over it that you do not hold.":
    "Dort hättest du Rechte an der Seite, die du jetzt nicht hast. Deshalb kannst du sie nicht dorthin verschieben.",
  "Moving it there would give somebody rights over it that you do not hold.":
    "Dort hätte jemand Rechte daran, die du selbst nicht hast. Deshalb kannst du es nicht dorthin verschieben.",
  "You cannot change your own rights.": "Du kannst deine eigenen Rechte nicht ändern.",
  "The drive's owner holds every right already.": allRights,
  "The owner holds every right already.": allRights,
  "The owner of a drive keeps every right.": "Der Eigentümer einer Ablage behält alle Rechte.",
  "The owner cannot leave their drive.": "Der Eigentümer kann seine Ablage nicht verlassen.",
  "This person is a member already. Change the membership instead.":
    "Diese Person ist schon Mitglied. Ändere stattdessen ihre Mitgliedschaft.",
  "Only the owner and the admins of a drive may add members.": onlyAdmins("Mitglieder hinzufügen"),
  "Only the owner and the admins of a drive may change its members.": onlyAdmins("ihre Mitglieder ändern"),
  "Only the owner and the admins of a drive may remove its members.": onlyAdmins("Mitglieder entfernen"),
  "Only the owner and the admins of a drive may rename it.": onlyAdmins("sie umbenennen"),
  "Only the owner of a drive may do this.": "Das darf nur der Eigentümer einer Ablage.",
  "Only the owner or an admin of the drive creates pages in it.": onlyAdmins("Seiten darin anlegen"),
  "Only the owner or an admin of the drive places pages at its root.": onlyAdmins(
    "Seiten auf die oberste Ebene setzen",
  ),
  "Only the owner or an admin of both drives moves pages from one to the other.":
    "Nur wer Eigentümer oder Administrator beider Ablagen ist, darf Seiten von der einen in die andere verschieben.",
  "You may look around there but not put files there.": "Du darfst dich dort umsehen, aber keine Dateien ablegen.",
  "You may look around there but not make pages there.": "Du darfst dich dort umsehen, aber keine Seiten anlegen.",
  "You may not put pages under that one.": "Du darfst unter dieser Seite keine anderen ablegen.",
  "Only its author changes a message.": "Eine Nachricht kann nur ändern, wer sie geschrieben hat.",
  "Only its author deletes a message.": "Eine Nachricht kann nur löschen, wer sie geschrieben hat.",

  "This page is in the trash. Restore it to change it.": restoreFirst("sie zu ändern"),
  "This page is in the trash. Restore it to export what lies under it.": restoreFirst(
    "zu exportieren, was unter ihr liegt",
  ),
  "This page is in the trash. Restore it to make a document of it.": restoreFirst("ein Dokument daraus zu machen"),
  "The parent is not a page of this drive.": "Die übergeordnete Seite gehört nicht zu dieser Ablage.",
  "The parent is in the trash.": "Die übergeordnete Seite ist im Papierkorb.",
  "Pages nest # levels deep at most.": (levels) => `Seiten lassen sich höchstens ${levels} Ebenen tief schachteln.`,
  "The page cannot go there: the place is gone, in the trash or too deep (# levels).": (levels) =>
    `Die Seite kann nicht dorthin: Der Ort ist nicht mehr da, im Papierkorb oder zu tief (${levels} Ebenen).`,
  "This changed while you were at it. Load it again and repeat what you did.": changedMeanwhile,
  "The page changed while it was being moved. Try again.":
    "Die Seite hat sich geändert, während sie verschoben wurde. Versuche es noch einmal.",
  "The page changed meanwhile. Nothing was changed.":
    "Die Seite hat sich zwischendurch geändert. Deine Änderung wurde nicht übernommen.",
  "Your access to the page, or the page itself, changed while you were writing. Nothing was changed.":
    "Dein Zugang zur Seite oder die Seite selbst hat sich geändert, während du geschrieben hast. Deine Änderung wurde nicht übernommen.",
  "Several drives of this name are being made at once. Try again.":
    "Gerade werden mehrere Ablagen dieses Namens angelegt. Versuche es noch einmal.",

  "There is no room for this text: the drives of this drive's owner hold # of # bytes, the trash included. Delete pages for good to make room.":
    (used, limit) =>
      `Für diesen Text ist kein Platz: In den Ablagen des Eigentümers sind ${used} von ${limit} Byte belegt, der Papierkorb zählt mit. Lösche Seiten endgültig, um Platz zu schaffen.`,
  "There is no room for more pages: the drives of this drive's owner hold # of #, the trash included. Delete some for good to make room.":
    (used, limit) =>
      `Für weitere Seiten ist kein Platz: In den Ablagen des Eigentümers sind ${used} von ${limit}, der Papierkorb zählt mit. Lösche einige endgültig, um Platz zu schaffen.`,
  "You have # of # drives, the trash included. Delete one for good to make room for another.": (used, limit) =>
    `Du hast ${used} von ${limit} Ablagen, der Papierkorb zählt mit. Lösche eine endgültig, um Platz für eine andere zu schaffen.`,
  "A place holds at most # pages, those in the trash included. Put some under another page.": (most) =>
    `An einer Stelle haben höchstens ${most} Seiten Platz, die im Papierkorb zählen mit. Verschiebe einige unter eine andere Seite.`,
  "A page holds at most # bytes of text.": (most) => `Eine Seite fasst höchstens ${most} Byte Text.`,
  "The request body may have at most # bytes.": (most) =>
    `Das ist zu viel auf einmal: Höchstens ${most} Byte sind möglich.`,

  "A file may have at most # MB.": (most) => `Eine Datei darf höchstens ${most} MB haben.`,
  "A picture may have at most 5 MB.": "Ein Bild darf höchstens 5 MB haben.",
  "The file is empty.": "Die Datei ist leer.",
  "The part broke off on the way. Send it again.": "Die Übertragung ist abgebrochen. Versuche es noch einmal.",
  "At most # uploads may be under way. End or cancel one first.": (most) =>
    `Höchstens ${most} Dateien können gleichzeitig hochgeladen werden. Warte, bis eine fertig ist, oder brich eine ab.`,
  "This upload was completed or cancelled meanwhile.":
    "Dieses Hochladen wurde zwischendurch abgeschlossen oder abgebrochen.",
  "This file is what its page is. Delete the page, or upload another version, instead.":
    "Diese Datei ist der Inhalt ihrer Seite. Lösche stattdessen die Seite oder lade eine andere Version hoch.",
  "One export holds at most #. Export the pages at the top one by one.":
    "Das ist zu viel für einen Export. Exportiere die obersten Seiten einzeln.",
  "The file is not a zip archive, or its end is missing.": "Die Datei ist kein ZIP-Archiv, oder ihr Ende fehlt.",
  "Nothing in the archive becomes a page.": "Nichts in dem Archiv lässt sich zu einer Seite machen.",
  "An archive may hold at most # files and folders.": (most) =>
    `Ein Archiv darf höchstens ${most} Dateien und Ordner enthalten.`,
  "An archive may unpack to at most # bytes.": (most) => `Ein Archiv darf ausgepackt höchstens ${most} Byte haben.`,
  "An archive may unpack to at most # times its size.": (times) =>
    `Ein Archiv darf ausgepackt höchstens das ${times}-Fache seiner Größe haben.`,
  "One import takes at most # bytes of text. Divide the archive.": (most) =>
    `Ein Import nimmt höchstens ${most} Byte Text auf. ${divide}`,
  "One import makes at most # pages. Divide the archive.": (most) =>
    `Ein Import legt höchstens ${most} Seiten an. ${divide}`,
  "Files in the archive share bytes.": "Dateien in dem Archiv überschneiden sich.",
  "An archive may have at most # MB.": (most) => `Ein Archiv darf höchstens ${most} MB haben.`,
  "More than # pages would lie in one place (#). Divide it into folders.": (most) =>
    `Mehr als ${most} Seiten lägen an einem Ort. Teile sie auf Ordner auf.`,
  "The page it goes under was moved: pages nest # levels deep at most.": (levels) =>
    `Die Seite, unter die der Import gehört, wurde verschoben: Seiten liegen höchstens ${levels} Ebenen tief.`,
  "The archive is gone.": "Das Archiv ist nicht mehr da.",
  "At most # imports may be under way. Wait for one to end, or cancel it.": (most) =>
    `Höchstens ${most} Importe dürfen im Gang sein. Warte auf das Ende von einem, oder brich ihn ab.`,
  "At most # exports may be under way or kept. Wait for one to end, or delete an archive.": (most) =>
    `Höchstens ${most} Exporte dürfen im Gang sein oder aufbewahrt werden. Warte auf das Ende von einem, oder lösche ein Archiv.`,
  "It is done: nothing is left to be cancelled.": "Es ist fertig und lässt sich nicht mehr abbrechen.",
  "You have signed out since. Say that it shall go on.": "Du hast dich inzwischen abgemeldet. Setze es fort.",
  "Nobody said that it shall go on.": "Niemand hat es fortgesetzt.",
  "It could not go on, though it was tried several times.": "Es ging nicht weiter, obwohl es mehrmals versucht wurde.",

  "You cannot connect with yourself.": "Du kannst dich nicht mit dir selbst verbinden.",
  "There is no request to answer: this connection is not pending.":
    "Es gibt keine Anfrage zu beantworten: Dieser Kontakt steht nicht aus.",
  "Only the person who was asked answers a request.": "Eine Anfrage kann nur beantworten, wer gefragt wurde.",
  "You cannot block yourself.": "Du kannst dich nicht selbst sperren.",
  "This person has declined your request. You can ask again a week after that.":
    "Diese Person hat deine Anfrage abgelehnt. Eine Woche danach kannst du wieder fragen.",
  "This changed meanwhile. Try again.": "Das hat sich inzwischen geändert. Versuche es noch einmal.",
  "This person is blocked already.": "Diese Person ist schon gesperrt.",
  "This person is not blocked.": "Diese Person ist nicht gesperrt.",

  "This username is taken.": "Dieser Benutzername ist vergeben.",
  "must be 3 to 30 letters from a to z, digits or underscores":
    "Ein Benutzername besteht aus 3 bis 30 Buchstaben von a bis z, Ziffern oder Unterstrichen.",
  "The request carries two session cookies. Clear the cookies of this site and sign in again.":
    "Der Browser hat zwei Sitzungs-Cookies geschickt. Lösche die Cookies dieser Website und melde dich neu an.",
  "You have # tokens. Revoke one that you no longer need.": (count) => tooManyTokens(`${count} Tokens`),
  "You have # tokens and apps. Revoke one that you no longer need.": (count) =>
    tooManyTokens(`${count} Tokens und Apps`),
  "A token can only be made for drives that you can see.":
    "Ein Token lässt sich nur für Ablagen erstellen, die du sehen kannst.",
  "An app can only be given drives that you can see.":
    "Einer App kannst du nur Ablagen öffnen, die du selbst sehen kannst.",
  "This account owns more than # drives. Delete some of them first.": (most) =>
    `Dieses Konto besitzt mehr als ${most} Ablagen. Lösche zuerst einige davon.`,
  "Say for each drive of the account what becomes of it.":
    "Gib für jede Ablage des Kontos an, was aus ihr werden soll.",
  "A new owner is making drives of the same name just now. Try again.":
    "Ein neuer Eigentümer legt gerade Ablagen desselben Namens an. Versuche es noch einmal.",
  "This is the only administrator. Give somebody else the role first.": lastAdministrator,
  "This is the only administrator, or it changed meanwhile. Give somebody else the role first.": lastAdministrator,
  "Administrators do not suspend themselves.": "Administratoren sperren sich nicht selbst.",
  "Delete your own account in your settings.": "Dein eigenes Konto löschst du in deinen Einstellungen.",
};

const again = "Versuche es noch einmal.";
const reload = "Lade die Seite neu.";

function waiting({ retryAfter }: Refusal): string {
  if (retryAfter === null) return "Versuche es gleich noch einmal.";
  return retryAfter > 90
    ? plural(Math.ceil(retryAfter / 60), { other: "Versuche es in # Minuten noch einmal." })
    : plural(retryAfter, {
        one: "Versuche es in # Sekunde noch einmal.",
        other: "Versuche es in # Sekunden noch einmal.",
      });
}

const served = ({ sentence }: Refusal): string => `Das ging nicht: ${sentence}`;

const general: General = {
  invalid_json: `Der Dienst hat die Anfrage nicht verstanden. ${reload}`,
  invalid_request: served,
  invalid_content: served,
  line_out_of_range: "Die Seite hat diese Zeile nicht mehr. Sie hat sich zwischendurch geändert.",
  not_editable: "Der Text dieser Seite lässt sich nicht bearbeiten.",
  parent_invalid: ({ sentence }) => `Die Seite kann nicht dorthin: ${sentence}`,
  cycle: "Eine Seite lässt sich nicht in sich selbst oder unter eine ihrer Unterseiten verschieben.",
  use_upload: "Eine Datei-Seite entsteht, indem eine Datei hochgeladen wird.",
  unknown_tool: served,
  not_ai_chat: "Nur ein KI-Chat hat einen Agenten.",
  challenge_invalid: "Das hat zu lange gedauert oder wurde schon versucht. Beginne noch einmal.",
  verification_failed: "Der Passkey ließ sich nicht überprüfen und wurde deshalb nicht hinzugefügt.",
  unsupported_image: "Nimm ein Bild im Format PNG, JPEG, GIF oder WebP mit höchstens 4096 Pixeln je Seite.",
  invalid_multipart: `Die Datei ist nicht vollständig angekommen. ${again}`,
  not_a_file: "Das geht nur mit der Datei, die gerade der Inhalt einer Seite ist.",
  unauthenticated: "Du bist abgemeldet. Melde dich an, um das zu tun.",
  passkey_invalid: `Dieser Passkey hat dich nicht angemeldet. Versuche es noch einmal oder fordere einen Link per E-Mail an.`,
  token_invalid: `Die Anmeldung hat nicht geklappt. ${again}`,
  device_invalid: "Dieses Gerät ist abgemeldet. Melde dich darauf neu an.",
  device_mismatch: "Diese Anmeldung gehört zu einem anderen Gerät. Melde dich auf diesem neu an.",
  reauth_required: "Diesem Gerät wird nicht mehr vertraut. Melde dich darauf neu an.",
  forbidden: ({ sentence }) => `Das darfst du nicht: ${sentence}`,
  csrf_missing: `Die Anfrage war nicht vollständig. ${reload}`,
  csrf_invalid: "Diese Seite war zu lange oder in einer anderen Sitzung offen. Lade sie neu.",
  cross_site: "Diese Anfrage kam von einer anderen Website und wurde deshalb nicht ausgeführt.",
  account_suspended: "Dieses Konto ist gesperrt. Wende dich an die Verwaltung dieses Dienstes.",
  scope_empty: "Dieses Token galt für Ablagen, die es nicht mehr gibt, und öffnet deshalb nichts.",
  step_up_required: "Melde dich dafür neu an: Es verlangt eine Anmeldung aus den letzten zehn Minuten.",
  proof_required: "Gerade werden viele Anmeldelinks angefordert, und die Prüfung fehlt. Versuche es noch einmal.",
  email_unverified: "Der Anbieter hat deine E-Mail-Adresse nicht bestätigt und kann dich deshalb hier nicht anmelden.",
  current_password_invalid: "Das Passwort stimmt nicht. Octavo meldet ohne Passwort an.",
  not_found: "Das gibt es nicht, oder du darfst es nicht sehen.",
  provider_not_configured: "Diese Art der Anmeldung ist hier nicht eingerichtet.",
  method_not_allowed: `Der Dienst nimmt diese Anfrage nicht an. ${reload}`,
  conflict: served,
  revision_conflict: changedMeanwhile,
  not_trashed: "Das ist nicht im Papierkorb.",
  not_ready: "Der Text dieser Datei ist noch nicht da. Versuche es gleich noch einmal.",
  already_processing: "Diese Datei wird schon verarbeitet.",
  incomplete: `Es sind nicht alle Teile der Datei angekommen. ${again}`,
  connection_exists: "Ihr seid schon verbunden, oder jemand von euch hat darum gebeten.",
  passkey_exists: "Dieser Passkey wird schon verwendet.",
  too_many_passkeys: "Du hast so viele Passkeys, wie möglich sind. Entferne einen, den du nicht mehr verwendest.",
  too_many_children: "Dort haben keine weiteren Seiten Platz. Verschiebe einige unter eine andere Seite.",
  payload_too_large: ({ sentence }) => `Das ist zu groß: ${sentence}`,
  storage_full: "Der Platz für deine Dateien ist aufgebraucht. Lösche einige endgültig, um Platz zu schaffen.",
  quota_exceeded: ({ sentence }) => `Dafür ist kein Platz: ${sentence}`,
  range_not_satisfiable: "So weit reicht die Datei nicht.",
  unsupported_media_type: `Der Dienst hat die Anfrage nicht verstanden. ${reload}`,
  no_text: "In dieser Datei ist kein Text.",
  account_locked: (refusal) =>
    `Die Passkeys dieses Kontos sind nach zu vielen Fehlversuchen gesperrt. ${waiting(refusal)} Ein Link per E-Mail meldet dich sofort an.`,
  upgrade_required: `Der Dienst nimmt diese Anfrage nicht an. ${reload}`,
  rate_limited: (refusal) => `Zu viele Anfragen. ${waiting(refusal)}`,
  rate_limit_unavailable: (refusal) => `Der Dienst nimmt das gerade nicht an. ${waiting(refusal)}`,
  provider_unavailable: (refusal) => `Der Anbieter ist gerade nicht erreichbar. ${waiting(refusal)}`,
  unavailable: (refusal) => `Der Dienst antwortet gerade nicht. ${waiting(refusal)}`,
  internal: "Bei uns ist etwas schiefgegangen. Versuche es noch einmal.",
};

export const say = sayWith(sentences, general);
