/** Deutsch: was jemandem mitgeteilt wurde. */
export const markAllRead = "Alle als gelesen markieren";
export const none = "Erwähnungen und geteilte Seiten erscheinen hier.";
export const older = "Ältere Mitteilungen";
export const newPrefix = "Neu: ";
export const earlier = { one: "# frühere", other: "# frühere" };
export const remove = "Entfernen";
export const removeOne = (title: string) => `„${title}“ entfernen`;
export const answerRequest = "Anfrage beantworten";
export const mute = "Stummschalten";
export const mutePage = "Diese Seite stummschalten";
export const muteDrive = "Ihre Ablage stummschalten";
export const muteDone = "Stummgeschaltet. Am Ende dieser Liste kannst du das aufheben.";
export const muted = "Stummgeschaltet";
export const driveNamed = (name: string) => `${name} (Ablage)`;
export const unmute = "Nicht mehr stumm";
export const unmuteOne = (name: string) => `${name} nicht mehr stummschalten`;
