/** Content-Disposition (RFC 6266): the filename in ASCII for every client, and in full (RFC 8187). */

/** The file is downloaded. `name` is one line without slashes. */
export const attachment = (name: string): string => disposition("attachment", name);

/** The file is displayed, and saved under that name. */
export const inline = (name: string): string => disposition("inline", name);

function disposition(kind: "attachment" | "inline", name: string): string {
  const plain = name.replace(/[^\x20-\x7e]+/g, "_").replace(/["\\%]/g, "_");
  const exact = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return plain === name ? `${kind}; filename="${plain}"` : `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`;
}
