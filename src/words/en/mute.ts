/** English: muting. */
export const pageUnmuted = "Unmuted: mentions of you and files in this page notify you again.";
export const driveUnmuted = "Unmuted: mentions of you and files in this drive notify you again.";
export const pageMuted = "Muted: mentions of you and files in this page no longer notify you.";
export const driveMuted = "Muted: mentions of you and files in this drive no longer notify you.";
