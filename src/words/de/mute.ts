/** Deutsch: Stummschalten. */
export const pageUnmuted = "Nicht mehr stumm: Erwähnungen von dir und Dateien in dieser Seite melden sich wieder.";
export const driveUnmuted = "Nicht mehr stumm: Erwähnungen von dir und Dateien in dieser Ablage melden sich wieder.";
export const pageMuted = "Stumm: Erwähnungen von dir und Dateien in dieser Seite melden sich nicht mehr.";
export const driveMuted = "Stumm: Erwähnungen von dir und Dateien in dieser Ablage melden sich nicht mehr.";
