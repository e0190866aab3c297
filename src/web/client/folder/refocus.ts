/** Keeps the focus on a page that was moved, and is drawn anew elsewhere. */
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** `host` contains the cards; `keep` names the moved page. */
export function useRefocus(): {
  readonly host: RefObject<HTMLDivElement | null>;
  readonly keep: (pageId: string) => void;
} {
  const host = useRef<HTMLDivElement>(null);
  const moved = useRef<string | null>(null);
  useEffect(() => {
    if (moved.current === null) return;
    host.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(moved.current)}"]`)?.focus();
    moved.current = null;
  });
  return { host, keep: (pageId) => (moved.current = pageId) };
}
