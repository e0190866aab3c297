/** Deutsch: was der Link einer Einladung zeigt. */
export const title = "Einladung";
export const toPage = (inviter: string, page: string) => `${inviter} hat „${page}“ mit dir geteilt`;
export const toDrive = (inviter: string, drive: string) => `${inviter} hat dich in die Ablage „${drive}“ eingeladen`;
export const forAddress = (email: string) =>
  `Diese Einladung gilt für ${email}. Wir schicken einen Anmeldelink an diese Adresse; hat sie noch kein Konto, entsteht es damit.`;
export const forKnownAddress = (email: string) =>
  `Diese Einladung gilt für ${email}. Hat diese Adresse ein Konto, schicken wir ihr einen Anmeldelink. Nicht jede Adresse kann hier ein Konto anlegen.`;
export const forAddressNoMail = (email: string) =>
  `Diese Einladung gilt für ${email}. Dieses Octavo verschickt keine E-Mails: Wenn das deine Adresse ist und du keinen Passkey hast, bitte die Verwaltung um einen Anmeldelink dafür, und öffne diesen Link dann noch einmal.`;
export const signedInFor = (email: string) => `Du bist als ${email} angemeldet.`;
export const continueAs = (email: string) => `Weiter als ${email}`;
export const open = "Öffnen";
export const sentTitle = "Prüfe deine E-Mails";
export const sent = (email: string) =>
  `Ein Anmeldelink ist unterwegs an ${email}. Er gilt einmal und zehn Minuten lang und öffnet, was mit dir geteilt wurde.`;
export const otherAddress = (email: string, mine: string) =>
  `Diese Einladung gilt für ${email}, und du bist als ${mine} angemeldet. Melde dich mit der anderen Adresse an, um sie anzunehmen, oder bitte um eine Einladung an deine.`;
export const signInOther = "Mit der anderen Adresse anmelden";
export const overTitle = "Diese Einladung gilt nicht mehr";
export const over =
  "Sie ist abgelaufen, wurde zurückgezogen oder durch eine neue ersetzt, oder wer sie geschickt hat, darf dies nicht mehr teilen. Bitte um eine neue Einladung. Wenn du sie schon angenommen hast, melde dich an, um zu finden, was mit dir geteilt wurde.";
export const toInstance = (inviter: string) => `${inviter} hat dich zu Octavo eingeladen`;
export const toInstanceHint =
  "Melde dich mit deiner E-Mail-Adresse an, dann entsteht dein Konto. Der Link gilt in diesem Browser eine Stunde.";
export const goToSignIn = "Zur Anmeldung";
export const linkOver =
  "Sie ist abgelaufen, wurde zurückgezogen oder so oft benutzt, wie sie benutzt werden darf. Bitte um eine neue. Wenn du schon ein Konto hast, melde dich an.";
export const goOn = "Weiter zu Octavo";
