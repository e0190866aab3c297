/** Content-Disposition (RFC 6266): the name of a file in the letters that every header may hold, and as it is (RFC 8187). */

/** `name` is one line without slashes. */
export function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]+/g, "_").replace(/["\\%]/g, "_");
  const exact = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return plain === name
    ? `attachment; filename="${plain}"`
    : `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}
