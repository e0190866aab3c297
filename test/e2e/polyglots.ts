/** Files that a browser could be tricked into running; each does everything to be noticed if it runs. */
import { gzipSync } from "node:zlib";
import { makePng } from "./png.ts";

/** A file as uploaded: the uploader chooses the name and the media type. */
export type Polyglot = { readonly name: string; readonly type: string; readonly bytes: Buffer };

/** Runs in a document, a worker or a module. No quotes, so that it fits into attributes. */
export const CANARY =
  "try{console.log(`canary`)}catch(e){}try{document.title=`canary`}catch(e){}try{canary()}catch(e){}try{fetch(`/canary`)}catch(e){}try{alert(`canary`)}catch(e){}";
const SCRIPT = `<script>${CANARY}</script>`;
const HTML = `<!doctype html><html><head><title>f</title>${SCRIPT}<link rel="stylesheet" href="/canary.css"></head><body onload="${CANARY}"><img src="/canary.png" onerror="${CANARY}"><iframe src="javascript:${CANARY}"></iframe></body></html>`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9" onload="${CANARY}"><script>${CANARY}</script><image xlink:href="/canary.png"/><a xlink:href="javascript:${CANARY}"><rect width="9" height="9"/></a><foreignObject width="9" height="9"><body xmlns="http://www.w3.org/1999/xhtml" onload="${CANARY}"><script>${CANARY}</script></body></foreignObject></svg>`;
const CSS = `@import "/canary.css";html,body,*{background:url("/canary.png")!important}`;
const XSLT = `<?xml version="1.0"?><xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><html><body>${SCRIPT}</body></html></xsl:template></xsl:stylesheet>`;
/** A document that is its own style sheet: the processing instruction refers to an element in it. */
const SELF_STYLED = `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="#s"?><!DOCTYPE d [<!ATTLIST xsl:stylesheet id ID #REQUIRED>]><d><xsl:stylesheet id="s" version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><html xmlns="http://www.w3.org/1999/xhtml"><script>${CANARY}</script></html></xsl:template></xsl:stylesheet></d>`;

const utf8 = (text: string): Buffer => Buffer.from(text, "utf8");
const latin1 = (text: string): Buffer => Buffer.from(text, "latin1");
const file = (name: string, type: string, bytes: Buffer | string): Polyglot => ({
  name,
  type,
  bytes: typeof bytes === "string" ? utf8(bytes) : bytes,
});

const png = makePng(8, 8, () => [9, 9, 9]);

/** A picture with a text chunk after its header, which decoders may ignore. */
function pngWith(text: string): Buffer {
  const data = Buffer.concat([latin1("Comment\0"), utf8(text)]);
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write("tEXt", 4, "latin1");
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  // Inserted after the signature and IHDR.
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
}

function crc32(bytes: Buffer): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** A picture whose dimensions open a comment, so that as a script it is an assignment and the payload. */
const gifScript = latin1(`GIF89a/*${"\0".repeat(16)}*/=1;${CANARY}//`);
const bmpScript = latin1(`BM/*${"\0".repeat(50)}*/=1;${CANARY}//`);
const jpeg = Buffer.concat([
  Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10]),
  latin1("JFIF\0\x01\x01\0\0\x01\0\x01\0\0"),
  Buffer.from([0xff, 0xfe, 0x00, 0xff]),
  latin1(`*/=1;${CANARY}/*`.padEnd(253, " ")),
  Buffer.from([0xff, 0xd9]),
]);

const pdf = (action: string): string =>
  `%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<<${action}>>/AA<</WC<<${action}>>>>>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/AA<</O<<${action}>>>>>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF`;

const mhtml = `From: <saved>\r\nSubject: x\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; type="text/html"; boundary="b"\r\n\r\n--b\r\nContent-Type: text/html\r\nContent-Location: http://x/\r\n\r\n${HTML}\r\n--b--\r\n`;

const utf16 = (text: string, isBig: boolean): Buffer => {
  const bytes = Buffer.from(`\uFEFF${text}`, "utf16le");
  return isBig ? bytes.swap16() : bytes;
};

/** The end record of an empty archive, to append to another file, like a JAR after a GIF. */
const zipEnd = Buffer.concat([latin1("PK\x05\x06"), Buffer.alloc(18)]);

export const POLYGLOTS: readonly Polyglot[] = [
  file("page.html", "text/html", HTML),
  file("page.htm", "application/octet-stream", HTML),
  file("page.png", "image/png", HTML),
  file("page.jpg", "text/html; charset=utf-7", HTML),
  file("page.txt", "text/html", HTML),
  file("page.json", "application/json", `{"a":"${SCRIPT.replaceAll("`", "'")}"}`),
  file("page.pdf", "text/html", HTML),
  file("page", "unknown/unknown", HTML),
  file("late.txt", "text/plain", " ".repeat(2_000) + HTML),
  file("null.txt", "text/plain", `\0\0\0${HTML}`),
  file("bom8.html", "text/html", `\uFEFF${HTML}`),
  file("bom16le.html", "text/html", utf16(HTML, false)),
  file("bom16be.txt", "text/plain", utf16(HTML, true)),
  file("utf7.html", "text/html; charset=utf-7", "+/v8-+ADw-script+AD4-canary()+ADw-/script+AD4-"),
  file("iso2022.html", "text/html; charset=iso-2022-jp", `\x1b$B<img alt="\x1b(B"><img src=x onerror="${CANARY}">`),
  file("page.xhtml", "application/xhtml+xml", `<html xmlns="http://www.w3.org/1999/xhtml">${SCRIPT}</html>`),
  file("page.xml", "text/xml", `<x xmlns:h="http://www.w3.org/1999/xhtml"><h:script>${CANARY}</h:script></x>`),
  file("styled.xml", "application/xml", SELF_STYLED),
  file("style.xsl", "text/xsl", XSLT),
  file("picture.svg", "image/svg+xml", SVG),
  file("svg.png", "image/png", SVG),
  file("svg.svgz", "image/svg+xml", gzipSync(SVG)),
  file("doctype.svg", "image/svg+xml", `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY s "${CANARY}">]>${SVG}`),
  file("chunk.png", "image/png", pngWith(HTML)),
  file("tail.png", "image/png", Buffer.concat([png, utf8(HTML)])),
  file("script.gif", "image/gif", gifScript),
  file("script.js.gif", "text/javascript", gifScript),
  file("page.gif", "image/gif", Buffer.concat([latin1("GIF89a"), utf8(HTML)])),
  file("gifar.gif", "image/gif", Buffer.concat([latin1("GIF89a\x01\0\x01\0\0\0\0;"), zipEnd])),
  file("script.bmp", "image/bmp", bmpScript),
  file("script.jpg", "image/jpeg", jpeg),
  file("page.webp", "image/webp", Buffer.concat([latin1("RIFF\x10\0\0\0WEBPVP8 "), utf8(HTML)])),
  file("page.ico", "image/x-icon", Buffer.concat([Buffer.from([0, 0, 1, 0]), utf8(HTML)])),
  file("page.wav", "audio/wav", Buffer.concat([latin1("RIFF\x24\0\0\0WAVE"), utf8(HTML)])),
  file("page.mp4", "video/mp4", Buffer.concat([latin1("\0\0\0\x18ftypmp42\0\0\0\0"), utf8(HTML)])),
  file("action.pdf", "application/pdf", pdf(`/S/JavaScript/JS(app.alert\\('canary'\\);${CANARY})`)),
  file("link.pdf", "application/pdf", pdf(`/S/URI/URI(javascript:${CANARY})`)),
  file("page-after.pdf", "application/pdf", `${HTML}\n${pdf("/S/JavaScript/JS(app.alert(1))")}`),
  file("saved.mhtml", "multipart/related", mhtml),
  file("saved.mht", "message/rfc822", mhtml),
  file("script.js", "text/javascript", CANARY),
  file("script.mjs", "application/javascript", `${CANARY};export default 1`),
  file("script.txt", "text/plain", CANARY),
  file("script.json", "application/json", CANARY),
  file("script.csv", "text/csv", `a=1;${CANARY}`),
  file("style.css", "text/css", CSS),
  file("style.txt", "text/plain", CSS),
  file("style.html", "text/html", `{}${CSS}${HTML}`),
  file("module.wasm", "application/wasm", Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])),
  file("app.webmanifest", "application/manifest+json", `{"start_url":"/canary","scope":"/"}`),
  file("app.hta", "application/hta", HTML),
  file("feed.rss", "application/rss+xml", `<rss><channel><title>${SCRIPT}</title></channel></rss>`),
  file("page.shtml", "text/html", HTML),
  file("page.png.html", "image/png", HTML),
  file("page.html%00.png", "image/png", HTML),
  file("page\u202Egnp.html", "image/png", HTML),
  file("page.html;.png", "image/png", HTML),
  file("notes.md", "text/markdown", `[a](javascript:${CANARY})\n${HTML}`),
  file("subtitles.vtt", "text/vtt", `WEBVTT\n\n00:00.000 --> 00:01.000\n${SCRIPT}`),
];
