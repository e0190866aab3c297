/** English: the proof of work that a sign-in link may require. */
export const checking =
  "Many sign-in links are being requested right now. Checking your request. This takes a few seconds.";
export const checkFailed = "The check failed in this browser. Try again, or sign in another way.";
