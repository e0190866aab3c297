/** Deutsch: Listen von Personen und das Feld, das sie findet. */
export const canView = "Lesen";
export const canComment = "Lesen und kommentieren";
export const canEdit = "Lesen und bearbeiten";
export const canShare = "Lesen, bearbeiten und teilen";
export const canAll = "Voller Zugriff";
export const noAccess = "Kein Zugriff";
export const may = (verbs: readonly string[]) => `Darf ${verbs.join(", ")}`;
export const view = "lesen";
export const comment = "kommentieren";
export const edit = "bearbeiten";
export const share = "teilen";
export const erase = "löschen";
export const mayDo = (name: string) => `Zugriff für ${name}`;
export const theyMay = "Zugriffsstufe";
export const owner = "Eigentümer";
export const remove = "Entfernen";
export const removeOne = (name: string) => `${name} entfernen`;
export const keep = "Abbrechen";
export const pageCount = { one: "# Seite", other: "# Seiten" };
export const people = "Personen";
export const nameOrAddress = "Name oder E-Mail-Adresse";
export const name = "Name";
export const you = "Du";
export const guest = "Gast";
export const inDrive = "In dieser Ablage";
export const connection = "Kontakt";
export const byAddress = "Diese Adresse verwenden";
export const userId = "Benutzer-ID";
export const noneFound = "Niemand gefunden. Gib die ganze E-Mail-Adresse ein.";
export const noneDiscovered =
  "Niemand gefunden. Personen sind nur über Namen oder Adresse zu finden, wenn sie es erlauben.";
export const noViewerFound = "Niemand mit diesem Namen sieht diese Seite. Teile sie zuerst mit der Person.";
export const choose = "Wähle jemanden aus der Liste.";
export const invited = (email: string) => `${email} ist eingeladen.`;
export const invitations = "Einladungen";
export const invitedBy = (inviter: string, until: string) => `Eingeladen von ${inviter}, bis ${until}`;
export const copyInvitation = "Einladungslink kopieren";
export const invitationCopied = "Link kopiert. Er gilt nur für die eingeladene Adresse.";
export const newLink = "Neuer Link";
export const newLinkFor = (email: string) => `Neuer Link für ${email}`;
export const newLinkCopied = (email: string) =>
  `Neuer Link kopiert und an ${email} gesendet. Der alte funktioniert nicht mehr.`;
export const newLinkMade = (email: string) => `Neuer Link an ${email} gesendet. Der alte funktioniert nicht mehr.`;
export const revoke = "Zurückziehen";
export const revokeOne = (email: string) => `Einladung für ${email} zurückziehen`;
export const revokeWarning = (email: string) => `Die Einladung für ${email} und der Zugriff dadurch enden.`;
export const revoked = (email: string) => `Die Einladung für ${email} wurde zurückgezogen.`;
export const linkReady = (email: string) =>
  `Die Einladung ist per E-Mail an ${email} unterwegs. Du kannst den Link auch selbst schicken.`;
export const sendLinkYourself = (email: string) =>
  `Diese Installation verschickt keine E-Mails. Schicke ${email} den Link selbst.`;
