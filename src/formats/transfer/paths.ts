/** Paths inside an archive, relative links between them, and path validation. Folders end with a slash. */

/** The folder of a path, with its slash; "" at the top. */
export const folderOf = (path: string): string =>
  path.slice(0, path.lastIndexOf("/", path.length - (path.endsWith("/") ? 2 : 1)) + 1);

/** The last name of a path, without a folder's slash. */
export const baseName = (path: string): string => {
  const bare = path.endsWith("/") ? path.slice(0, -1) : path;
  return bare.slice(bare.lastIndexOf("/") + 1);
};

/** With its dot and in lower case; "" for a name without an extension or with nothing before it. */
export const extensionOf = (path: string): string => {
  const name = baseName(path);
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? "" : name.slice(dot).toLowerCase();
};

export const stemOf = (path: string): string => {
  const bare = path.endsWith("/") ? path.slice(0, -1) : path;
  const { length } = extensionOf(bare);
  return length === 0 ? bare : bare.slice(0, -length);
};

/** Converts an archive's entry name to a path; null if it is absolute or traverses out of the archive. */
export function entryPath(name: string): string | null {
  const slashed = name.replaceAll("\\", "/").normalize("NFC");
  if (slashed.startsWith("/") || /^[A-Za-z]:/.test(slashed)) return null;
  const names = slashed.split("/").filter((part, i, all) => (part !== "" && part !== ".") || i === all.length - 1);
  if (names.includes("..")) return null;
  if (names.at(-1) === ".") names[names.length - 1] = "";
  return names.join("/");
}

/**
 * Splits a link's address into its decoded path and its suffix from `#` or `?` on. Null if it points outside the
 * archive.
 */
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

/** Resolves `relative` against a file or folder; null if the result is outside (RFC 3986 §5.2.4). */
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

/** The relative address from one path to another, in the form that `readAddress` reads, safe in Markdown and CSV. */
export function addressBetween(from: string, to: string): string {
  const here = folderOf(from).split("/").slice(0, -1);
  const there = to.split("/");
  // Always includes the last name, even of a folder: an empty address means the file itself.
  const mostShared = there.length - (to.endsWith("/") ? 2 : 1);
  let shared = 0;
  while (shared < here.length && shared < mostShared && here[shared] === there[shared]) shared++;
  const steps = [...here.slice(shared).map(() => ".."), ...there.slice(shared).map(encodeName)];
  return steps.join("/");
}

const encoder = new TextEncoder();

/** Keeps letters of any script readable; nearly all other characters are escaped (RFC 3986 §2.1). */
const encodeName = (name: string): string =>
  name.replace(/[^\p{L}\p{M}\p{N}._~-]/gu, (sign) =>
    [...encoder.encode(sign)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join(""),
  );

/** Files that operating systems add to archives. */
export const isSystemFile = (path: string): boolean =>
  path.startsWith("__MACOSX/") || /(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini)$/i.test(path);
