/** Which of the two themes is shown. */

/** As the person has chosen, else as the system is. */
export function isDark(): boolean {
  const { appearance } = document.documentElement.dataset;
  return appearance === "dark" || (appearance !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
}
