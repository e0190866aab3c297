/** The current theme. */

/** The user's choice, otherwise the system's. */
export function isDark(): boolean {
  const { appearance } = document.documentElement.dataset;
  return appearance === "dark" || (appearance !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
}
