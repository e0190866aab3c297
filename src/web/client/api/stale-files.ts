/** A deployment may have replaced the files that a page refers to: the page is then reloaded, once. */

const KEY = "octavo:reloaded-for-files";
/** A file that is still missing this soon (ms) after a reload is missing for another reason. */
const RECENT_MS = 60_000;

/** Returns true if the page is being reloaded. */
export function reloadForFiles(): boolean {
  if (!navigator.onLine || Date.now() - Number(sessionStorage.getItem(KEY)) < RECENT_MS) return false;
  sessionStorage.setItem(KEY, String(Date.now()));
  location.reload();
  return true;
}
