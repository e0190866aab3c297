/** What stands within a sentence and is no plain text, a name in bold for instance. */
import type { VNode } from "preact";

export type Inline = VNode;
