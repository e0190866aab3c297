/** A deployment may have replaced the files that a page names: then the page is loaded anew, once. */

const KEY = "octavo:reloaded-for-files";
/** A file that is missing after a reload so recent, in ms, is missing for another reason. */
const RECENT_MS = 60_000;

/** Whether the page is loaded anew. */
export function reloadForFiles(): boolean {
  if (!navigator.onLine || Date.now() - Number(sessionStorage.getItem(KEY)) < RECENT_MS) return false;
  sessionStorage.setItem(KEY, String(Date.now()));
  location.reload();
  return true;
}
