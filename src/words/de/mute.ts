/** Deutsch: Stummschalten. */
export const pageUnmuted =
  "Nicht mehr stumm: Du wirst über Erwähnungen und Dateien in dieser Seite wieder benachrichtigt.";
export const driveUnmuted =
  "Nicht mehr stumm: Du wirst über Erwähnungen und Dateien in dieser Ablage wieder benachrichtigt.";
export const pageMuted = "Stumm: Du wirst über Erwähnungen und Dateien in dieser Seite nicht mehr benachrichtigt.";
export const driveMuted = "Stumm: Du wirst über Erwähnungen und Dateien in dieser Ablage nicht mehr benachrichtigt.";
