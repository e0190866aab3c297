/** Replaces `reflect-metadata` in the service's bundle: only the replaced certificate chains need it. */
export const isReplaced = true;
