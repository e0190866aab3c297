/** Content-Disposition (RFC 6266): the name of a file in the letters that every header may hold, and as it is (RFC 8187). */

/** To be saved. `name` is one line without slashes. */
export const attachment = (name: string): string => disposition("attachment", name);

/** To be shown, and saved under that name. */
export const inline = (name: string): string => disposition("inline", name);

function disposition(kind: "attachment" | "inline", name: string): string {
  const plain = name.replace(/[^\x20-\x7e]+/g, "_").replace(/["\\%]/g, "_");
  const exact = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return plain === name ? `${kind}; filename="${plain}"` : `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`;
}
