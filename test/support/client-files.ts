/** Placeholder file names for tests that run without a build; the files are never loaded. */
const unbuilt = { main: ["/assets/main.unbuilt0.js"], modules: {} };

export const early = "/assets/early.unbuilt0.js";
export const styles = "/assets/styles.unbuilt0.css";
export const scripts = { en: unbuilt, de: unbuilt, ar: unbuilt };
