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
  "You do not have permission to do this.": "Das darfst du nicht.",
  "You can view this page but not edit it.": "Du darfst diese Seite lesen, aber nicht ändern.",
  "You can view this page but not comment on it.": "Du darfst diese Seite lesen, aber nicht kommentieren.",
  "Only the author of a comment can delete it.": "Nur wer einen Kommentar geschrieben hat, kann ihn löschen.",
  "These words are no longer in the page.": "Diese Wörter stehen nicht mehr auf der Seite.",
  "This suggestion was accepted. Make another one.": "Dieser Vorschlag wurde angenommen. Mache einen neuen.",
  "You do not have permission to delete this page.": "Du darfst diese Seite nicht löschen.",
  "You do not have permission to restore this page.": "Du darfst diese Seite nicht wiederherstellen.",
  "You do not have permission to permanently delete this page.": "Du darfst diese Seite nicht endgültig löschen.",
  "You do not have access to some of its subpages, so you cannot delete all of it. Ask the owner or an admin of the drive.":
    "Etwas darunter ist dir verborgen, deshalb darfst du nicht alles löschen. Wende dich an den Eigentümer oder einen Administrator der Ablage.",
  "Only the drive's owner and users who may share this page can do this.":
    "Das darf nur der Eigentümer der Ablage oder wer diese Seite teilen darf.",
  "You can only grant or remove rights that you have yourself.":
    "Du kannst nur Rechte geben und nehmen, die du selbst hast.",
  "Moving the page there would give you rights to it that you do not have now.":
    "Dort hättest du Rechte an der Seite, die du jetzt nicht hast. Deshalb kannst du sie nicht dorthin verschieben.",
  "Moving it there would give another user rights to it that you do not have yourself.":
    "Dort hätte jemand Rechte daran, die du selbst nicht hast. Deshalb kannst du es nicht dorthin verschieben.",
  "You cannot change your own rights.": "Du kannst deine eigenen Rechte nicht ändern.",
  "The drive's owner already has all rights.": allRights,
  "The owner already has all rights.": allRights,
  "The rights of a drive's owner cannot be changed.": "Der Eigentümer einer Ablage behält alle Rechte.",
  "The owner cannot leave their drive.": "Der Eigentümer kann seine Ablage nicht verlassen.",
  "This person is already a member. Change their membership instead.":
    "Diese Person ist schon Mitglied. Ändere stattdessen ihre Mitgliedschaft.",
  "Only the owner and the admins of a drive may add members.": onlyAdmins("Mitglieder hinzufügen"),
  "Only the owner and the admins of a drive may change its members.": onlyAdmins("ihre Mitglieder ändern"),
  "Only the owner and the admins of a drive may remove its members.": onlyAdmins("Mitglieder entfernen"),
  "Only the owner and the admins of a drive may rename it.": onlyAdmins("sie umbenennen"),
  "Only the owner of a drive may do this.": "Das darf nur der Eigentümer einer Ablage.",
  "Only the owner or an admin of the drive may create pages in it.": onlyAdmins("Seiten darin anlegen"),
  "Only the owner or an admin of the drive may place pages at its root.": onlyAdmins(
    "Seiten auf die oberste Ebene setzen",
  ),
  "Only the owner or an admin of both drives may move pages between them.":
    "Nur wer Eigentümer oder Administrator beider Ablagen ist, darf Seiten von der einen in die andere verschieben.",
  "You can view pages there but not add files.": "Du darfst dich dort umsehen, aber keine Dateien ablegen.",
  "You can view pages there but not create any.": "Du darfst dich dort umsehen, aber keine Seiten anlegen.",
  "You do not have permission to move pages under that page.": "Du darfst unter dieser Seite keine anderen ablegen.",
  "Only the author of a message can edit it.": "Eine Nachricht kann nur ändern, wer sie geschrieben hat.",
  "Only the author of a message can delete it.": "Eine Nachricht kann nur löschen, wer sie geschrieben hat.",

  "This page is in the trash. Restore it to change it.": restoreFirst("sie zu ändern"),
  "This page is in the trash. Restore it to export it with its subpages.": restoreFirst(
    "zu exportieren, was unter ihr liegt",
  ),
  "This page is in the trash. Restore it to convert it to a document.": restoreFirst("ein Dokument daraus zu machen"),
  "The parent is not a page of this drive.": "Die übergeordnete Seite gehört nicht zu dieser Ablage.",
  "The parent is in the trash.": "Die übergeordnete Seite ist im Papierkorb.",
  "Pages can be nested at most # levels deep.": (levels) =>
    `Seiten lassen sich höchstens ${levels} Ebenen tief schachteln.`,
  "The page cannot be moved there: the destination was deleted, is in the trash or is nested too deep (at most # levels).":
    (levels) =>
      `Die Seite kann nicht dorthin: Der Ort ist nicht mehr da, im Papierkorb oder zu tief (${levels} Ebenen).`,
  "This was changed in the meantime. Reload it and try again.": changedMeanwhile,
  "The page changed while it was being moved. Try again.":
    "Die Seite hat sich geändert, während sie verschoben wurde. Versuche es noch einmal.",
  "The page was changed in the meantime. Your change was not saved.":
    "Die Seite hat sich zwischendurch geändert. Deine Änderung wurde nicht übernommen.",
  "Your access to the page, or the page itself, changed while you were writing. Your change was not saved.":
    "Dein Zugang zur Seite oder die Seite selbst hat sich geändert, während du geschrieben hast. Deine Änderung wurde nicht übernommen.",
  "Several drives with this name are being created at the same time. Try again.":
    "Gerade werden mehrere Ablagen dieses Namens angelegt. Versuche es noch einmal.",

  "This text exceeds the quota: the drives of this drive's owner use # of # bytes, including the trash. Permanently delete pages to free up space.":
    (used, limit) =>
      `Für diesen Text ist kein Platz: In den Ablagen des Eigentümers sind ${used} von ${limit} Byte belegt, der Papierkorb zählt mit. Lösche Seiten endgültig, um Platz zu schaffen.`,
  "More pages would exceed the quota: the drives of this drive's owner contain # of # pages, including the trash. Permanently delete some to free up space.":
    (used, limit) =>
      `Für weitere Seiten ist kein Platz: In den Ablagen des Eigentümers sind ${used} von ${limit}, der Papierkorb zählt mit. Lösche einige endgültig, um Platz zu schaffen.`,
  "You have # of # drives, including the trash. Permanently delete one to create another.": (used, limit) =>
    `Du hast ${used} von ${limit} Ablagen, der Papierkorb zählt mit. Lösche eine endgültig, um Platz für eine andere zu schaffen.`,
  "One location can contain at most # pages, including those in the trash. Move some under another page.": (most) =>
    `An einer Stelle haben höchstens ${most} Seiten Platz, die im Papierkorb zählen mit. Verschiebe einige unter eine andere Seite.`,
  "A page can contain at most # bytes of text.": (most) => `Eine Seite fasst höchstens ${most} Byte Text.`,
  "The request body can be at most # bytes.": (most) =>
    `Das ist zu viel auf einmal: Höchstens ${most} Byte sind möglich.`,

  "A file can be at most # MB.": (most) => `Eine Datei darf höchstens ${most} MB haben.`,
  "A picture can be at most 5 MB.": "Ein Bild darf höchstens 5 MB haben.",
  "The file is empty.": "Die Datei ist leer.",
  "The upload of this part was interrupted. Send it again.":
    "Die Übertragung ist abgebrochen. Versuche es noch einmal.",
  "You can have at most # uploads in progress. Complete or cancel one first.": (most) =>
    `Höchstens ${most} Dateien können gleichzeitig hochgeladen werden. Warte, bis eine fertig ist, oder brich eine ab.`,
  "This upload was completed or cancelled in the meantime.":
    "Dieses Hochladen wurde zwischendurch abgeschlossen oder abgebrochen.",
  "This file is the content of its page. Delete the page or upload a new version instead.":
    "Diese Datei ist der Inhalt ihrer Seite. Lösche stattdessen die Seite oder lade eine andere Version hoch.",
  "One export can contain at most #. Export the top-level pages one by one.":
    "Das ist zu viel für einen Export. Exportiere die obersten Seiten einzeln.",
  "The file is not a zip archive, or its end is missing.": "Die Datei ist kein ZIP-Archiv, oder ihr Ende fehlt.",
  "Nothing in the archive can be imported as a page.": "Nichts in dem Archiv lässt sich zu einer Seite machen.",
  "An archive can contain at most # files and folders.": (most) =>
    `Ein Archiv darf höchstens ${most} Dateien und Ordner enthalten.`,
  "An archive can unpack to at most # bytes.": (most) => `Ein Archiv darf ausgepackt höchstens ${most} Byte haben.`,
  "An archive can unpack to at most # times its size.": (times) =>
    `Ein Archiv darf ausgepackt höchstens das ${times}-Fache seiner Größe haben.`,
  "One import can contain at most # bytes of text. Split the archive.": (most) =>
    `Ein Import nimmt höchstens ${most} Byte Text auf. ${divide}`,
  "One import can create at most # pages. Split the archive.": (most) =>
    `Ein Import legt höchstens ${most} Seiten an. ${divide}`,
  "Files in the archive overlap.": "Dateien in dem Archiv überschneiden sich.",
  "An archive can be at most # MB.": (most) => `Ein Archiv darf höchstens ${most} MB haben.`,
  "More than # pages would end up in one place (#). Split them into folders.": (most) =>
    `Mehr als ${most} Seiten lägen an einem Ort. Teile sie auf Ordner auf.`,
  "The destination page was moved, and the import would be nested too deep: pages can be nested at most # levels deep.":
    (levels) =>
      `Die Seite, unter die der Import gehört, wurde verschoben: Seiten liegen höchstens ${levels} Ebenen tief.`,
  "The archive no longer exists.": "Das Archiv ist nicht mehr da.",
  "You can have at most # imports in progress. Wait for one to finish, or cancel one.": (most) =>
    `Höchstens ${most} Importe dürfen im Gang sein. Warte auf das Ende von einem, oder brich ihn ab.`,
  "You can have at most # exports in progress or stored. Wait for one to finish, or delete an archive.": (most) =>
    `Höchstens ${most} Exporte dürfen im Gang sein oder aufbewahrt werden. Warte auf das Ende von einem, oder lösche ein Archiv.`,
  "It is complete and can no longer be cancelled.": "Es ist fertig und lässt sich nicht mehr abbrechen.",
  "You have signed out since it was started. Resume it to continue.":
    "Du hast dich inzwischen abgemeldet. Setze es fort.",
  "It was not resumed in time.": "Niemand hat es fortgesetzt.",
  "It failed after several attempts.": "Es ging nicht weiter, obwohl es mehrmals versucht wurde.",

  "You cannot connect with yourself.": "Du kannst dich nicht mit dir selbst verbinden.",
  "There is no request to respond to: this connection is not pending.":
    "Es gibt keine Anfrage zu beantworten: Dieser Kontakt steht nicht aus.",
  "Only the recipient of a request can respond to it.": "Eine Anfrage kann nur beantworten, wer gefragt wurde.",
  "You cannot block yourself.": "Du kannst dich nicht selbst sperren.",
  "This person declined your request. You can send another one a week after that.":
    "Diese Person hat deine Anfrage abgelehnt. Eine Woche danach kannst du wieder fragen.",
  "This was changed in the meantime. Try again.": "Das hat sich inzwischen geändert. Versuche es noch einmal.",
  "This person is already blocked.": "Diese Person ist schon gesperrt.",
  "This person is not blocked.": "Diese Person ist nicht gesperrt.",

  "This username is taken.": "Dieser Benutzername ist vergeben.",
  "must be 3 to 30 letters from a to z, digits or underscores":
    "Ein Benutzername besteht aus 3 bis 30 Buchstaben von a bis z, Ziffern oder Unterstrichen.",
  "The request contains two session cookies. Clear this site's cookies and sign in again.":
    "Der Browser hat zwei Sitzungs-Cookies geschickt. Lösche die Cookies dieser Website und melde dich neu an.",
  "You have # tokens. Revoke one that you no longer need.": (count) => tooManyTokens(`${count} Tokens`),
  "You have # tokens and apps. Revoke one that you no longer need.": (count) =>
    tooManyTokens(`${count} Tokens und Apps`),
  "A token can only be created for drives that you can view.":
    "Ein Token lässt sich nur für Ablagen erstellen, die du sehen kannst.",
  "An app can only be given access to drives that you can view.":
    "Einer App kannst du nur Ablagen öffnen, die du selbst sehen kannst.",
  "This account owns more than # drives. Delete some of them first.": (most) =>
    `Dieses Konto besitzt mehr als ${most} Ablagen. Lösche zuerst einige davon.`,
  "Choose what happens to each drive of the account.": "Gib für jede Ablage des Kontos an, was aus ihr werden soll.",
  "A new owner is creating drives with the same name right now. Try again.":
    "Ein neuer Eigentümer legt gerade Ablagen desselben Namens an. Versuche es noch einmal.",
  "This is the only administrator. Give another user the role first.": lastAdministrator,
  "This is the only administrator, or the roles changed in the meantime. Give another user the role first.":
    lastAdministrator,
  "You cannot suspend yourself.": "Administratoren sperren sich nicht selbst.",
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
  sign_up_refused:
    "Mit dieser Adresse kann hier kein Konto angelegt werden. Wende dich an die Verwaltung dieses Dienstes.",
  sign_ups_full: "Dieser Dienst hat keinen Platz für weitere Konten. Wende dich an seine Verwaltung.",
  email_unverified: "Der Anbieter hat deine E-Mail-Adresse nicht bestätigt und kann dich deshalb hier nicht anmelden.",
  current_password_invalid: "Das Passwort stimmt nicht. Octavo meldet ohne Passwort an.",
  not_found: "Das gibt es nicht, oder du darfst es nicht sehen.",
  mail_not_configured:
    "Diese Installation verschickt keine E-Mails. Wende dich an ihre Verwaltung: Sie kann dir einen Anmeldelink geben.",
  model_not_configured: "Hier ist kein Sprachmodell eingerichtet.",
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
