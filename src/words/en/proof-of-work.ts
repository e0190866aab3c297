/** English: the proof of work that a sign-in link may cost. */
export const checking =
  "Many sign-in links are being asked for just now. Checking your request; this takes a few seconds.";
export const checkFailed = "The check did not work in this browser. Try again, or sign in another way.";
