/** What changed in a page's text since an earlier revision. */
import { diffText } from "../../src/realtime/diff.ts";
import type { Splice } from "../../src/realtime/splices.ts";
import type { UpdateLog } from "./update-log.ts";

/** The splices from the text at a kept revision to the committed one. Nothing may be staged. */
export function changeSince(log: UpdateLog, revision: number, text: string): readonly Splice[] {
  // Documents of earlier revisions share nothing with the present one.
  if (revision < log.currentDocument().since) return diffText(text, log.text);
  return log.document().splicesSince(log.updatesAfter(revision));
}
