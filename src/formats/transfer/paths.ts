/** Paths inside an archive, relative links between them, and what may not be a path. Folders end with a slash. */

/** The folder of a path, with its slash; "" at the top. */
export const folderOf = (path: string): string =>
  path.slice(0, path.lastIndexOf("/", path.length - (path.endsWith("/") ? 2 : 1)) + 1);

/** The last name of a path, without the slash of a folder. */
export const baseName = (path: string): string => {
  const bare = path.endsWith("/") ? path.slice(0, -1) : path;
  return bare.slice(bare.lastIndexOf("/") + 1);
};

/** With its dot and in lower case; "" for a name without one, and for one that is nothing but an extension. */
export const extensionOf = (path: string): string => {
  const name = baseName(path);
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? "" : name.slice(dot).toLowerCase();
};

/** The path without its extension. */
export const stemOf = (path: string): string => {
  const bare = path.endsWith("/") ? path.slice(0, -1) : path;
  const { length } = extensionOf(bare);
  return length === 0 ? bare : bare.slice(0, -length);
};

/** An archive's own name for an entry as a path; null when it is absolute or climbs out (a traversal). */
export function entryPath(name: string): string | null {
  const slashed = name.replaceAll("\\", "/").normalize("NFC");
  if (slashed.startsWith("/") || /^[A-Za-z]:/.test(slashed)) return null;
  const names = slashed.split("/").filter((part, i, all) => (part !== "" && part !== ".") || i === all.length - 1);
  if (names.includes("..")) return null;
  if (names.at(-1) === ".") names[names.length - 1] = "";
  return names.join("/");
}

/** What a link's address says: its path decoded, and what follows from `#` or `?` on. Null for one that leaves the archive. */
export function readAddress(address: string): { readonly path: string; readonly rest: string } | null {
  if (address === "" || /^(?:[A-Za-z][A-Za-z0-9+.-]*:|\/|\\|#|\?)/.test(address)) return null;
  const mark = address.search(/[#?]/);
  const path = mark === -1 ? address : address.slice(0, mark);
  try {
    return { path: decodeURIComponent(path).normalize("NFC"), rest: mark === -1 ? "" : address.slice(mark) };
  } catch {
    return { path: path.normalize("NFC"), rest: mark === -1 ? "" : address.slice(mark) };
  }
}

/** Where `relative` leads from a file or folder; null when that is outside (RFC 3986 §5.2.4). */
export function resolvePath(from: string, relative: string): string | null {
  const names = folderOf(from).split("/").slice(0, -1);
  for (const step of relative.split("/")) {
    if (step === "..") {
      if (names.pop() === undefined) return null;
    } else if (step !== "" && step !== ".") names.push(step);
  }
  const isFolder = /(?:^|\/)\.{0,2}$/.test(relative);
  const path = names.join("/");
  return isFolder && path !== "" ? `${path}/` : path;
}

/** The relative address that leads from one path to another, as `readAddress` reads it and Markdown and CSV carry it. */
export function addressBetween(from: string, to: string): string {
  const here = folderOf(from).split("/").slice(0, -1);
  const there = to.split("/");
  // The last name is always said, that of a folder too: an empty address means the file itself.
  const mostShared = there.length - (to.endsWith("/") ? 2 : 1);
  let shared = 0;
  while (shared < here.length && shared < mostShared && here[shared] === there[shared]) shared++;
  const steps = [...here.slice(shared).map(() => ".."), ...there.slice(shared).map(encodeName)];
  return steps.join("/");
}

const encoder = new TextEncoder();

/** Letters of any script stay as they are, for a person to read; every other sign but a few is escaped (RFC 3986 §2.1). */
const encodeName = (name: string): string =>
  name.replace(/[^\p{L}\p{M}\p{N}._~-]/gu, (sign) =>
    [...encoder.encode(sign)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join(""),
  );
