/** The methods an address supports, for `Allow` (RFC 9110 §10.2.1). */
import type { Route } from "./route.ts";

export function methodsFor(list: readonly Route[], path: string): string[] {
  const matches = list.filter(({ spec }) => pathPattern(spec.path).test(path));
  return [...new Set(matches.map(({ spec }) => spec.method.toUpperCase()))];
}

const patterns = new Map<string, RegExp>();

function pathPattern(path: string): RegExp {
  let pattern = patterns.get(path);
  if (!pattern) {
    pattern = new RegExp(`^${path.replace(/:\w+(\{[^}]*\})?/g, "[^/]+")}$`);
    patterns.set(path, pattern);
  }
  return pattern;
}
