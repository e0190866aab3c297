/** English: muting. */
export const pageUnmuted = "Unmuted: you will be notified about mentions and files in this page again.";
export const driveUnmuted = "Unmuted: you will be notified about mentions and files in this drive again.";
export const pageMuted = "Muted: you will not be notified about mentions and files in this page.";
export const driveMuted = "Muted: you will not be notified about mentions and files in this drive.";
