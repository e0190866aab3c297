/** PDFs for tests of the viewer: with links, with scripts and external requests, and locked by a password. */
import { createHash } from "node:crypto";

const latin = (text: string): Buffer => Buffer.from(text, "latin1");

function assemble(objects: readonly string[], trailer = ""): Buffer {
  let text = "%PDF-1.7\n";
  const table = objects.map((object, at) => {
    const line = `${String(text.length).padStart(10, "0")} 00000 n \n`;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return line;
  });
  const size = objects.length + 1;
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table.join("")}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${text.length}\n%%EOF\n`;
  return latin(text + end);
}

type PageOf = { readonly text: string; readonly annotations?: string };

/** Objects 1 to 3 are the catalogue, the list of pages and the font; each page has two, the page and its content. */
function objectsOf(
  pages: readonly PageOf[],
  catalog: string,
  crypt = (text: string, _object: number) => text,
): string[] {
  const kids = pages.map((_, at) => `${4 + at * 2} 0 R`).join(" ");
  return [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ...pages.flatMap(({ text, annotations = "" }, at) => {
      const program = crypt(`BT /F1 24 Tf 72 700 Td (${text}) Tj ET`, 5 + at * 2);
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Annots [${annotations}] /Contents ${5 + at * 2} 0 R >>`,
        `<< /Length ${program.length} >>\nstream\n${program}\nendstream`,
      ];
    }),
  ];
}

export const pdfOf = (pages: readonly PageOf[], catalog = "", more: readonly string[] = []): Buffer =>
  assemble([...objectsOf(pages, catalog), ...more]);

/** A PDF with these pages and an outline entry that leads to page number `chapter`. */
export function outlinedPdf(pages: readonly PageOf[], chapter: number): Buffer {
  const outline = 4 + 2 * pages.length;
  const entry = `${outline + 1} 0 R`;
  return pdfOf(pages, `/Outlines ${outline} 0 R`, [
    `<< /Type /Outlines /First ${entry} /Last ${entry} /Count 1 >>`,
    `<< /Title (Chapter two) /Parent ${outline} 0 R /Dest [${4 + 2 * (chapter - 1)} 0 R /Fit] >>`,
  ]);
}

/** A clickable area of a page that runs `action`. */
export const linkTo = (action: string): string =>
  `<< /Type /Annot /Subtype /Link /Rect [72 690 400 730] /Border [0 0 0] ${action} >>`;

/** A PDF with every means to run scripts, start programs and send requests: on opening, on a page, in a form. */
export function hostilePdf(elsewhere: string): Buffer {
  const script = `<< /S /JavaScript /JS (app.alert\\(1\\); this.submitForm\\("${elsewhere}"\\); fetch\\("${elsewhere}"\\)) >>`;
  const field = `<< /Type /Annot /Subtype /Widget /FT /Tx /T (f) /V (written) /Rect [72 500 300 540] /AA << /F ${script} /K ${script} >> >>`;
  const others = [
    linkTo("/A << /S /URI /URI (javascript:fetch\\('/xss-beacon'\\)) >>"),
    `<< /Type /Annot /Subtype /Screen /Rect [0 0 9 9] /A << /S /Rendition /R << /C << /D << /FS /URL /F (${elsewhere}) >> >> >> >> >>`,
    `<< /Type /Annot /Subtype /Link /Rect [72 600 400 640] /A << /S /Launch /Win << /F (cmd.exe) >> >> >>`,
  ];
  return pdfOf(
    [{ text: "Harmless words", annotations: [field, ...others].join(" ") }],
    `/OpenAction ${script} /AA << /WC ${script} /DP ${script} >> /Names << /JavaScript << /Names [(a) ${script}] >> >>`,
  );
}

const PADDING = Buffer.from("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a", "hex");

const md5 = (...parts: readonly Uint8Array[]): Buffer => createHash("md5").update(Buffer.concat(parts)).digest();

function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, at) => at);
  const at = (index: number): number => state[index & 255] ?? 0;
  const swap = (a: number, b: number): void => {
    [state[a & 255], state[b & 255]] = [at(b), at(a)];
  };
  for (let i = 0, j = 0; i < 256; i += 1) swap(i, (j = (j + at(i) + (key[i % key.length] ?? 0)) & 255));
  let [i, j] = [0, 0];
  return Buffer.from(
    data.map((byte) => {
      swap((i += 1), (j = (j + at(i)) & 255));
      return byte ^ at(at(i) + at(j));
    }),
  );
}

/** Uses the standard security handler, revision 2 (ISO 32000-1 §7.6.3): 40-bit RC4, the oldest and shortest. */
export function lockedPdf(password: string, text: string): Buffer {
  const padded = Buffer.concat([latin(password), PADDING]).subarray(0, 32);
  const owner = rc4(md5(padded).subarray(0, 5), padded);
  const id = Buffer.alloc(16, 7);
  const key = md5(padded, owner, Buffer.from([0xfc, 0xff, 0xff, 0xff]), id).subarray(0, 5);
  const crypt = (program: string, object: number): string =>
    rc4(md5(key, Buffer.from([object, 0, 0, 0, 0])).subarray(0, 10), latin(program)).toString("latin1");
  const hex = (bytes: Buffer): string => `<${bytes.toString("hex")}>`;
  const encrypt = `/Encrypt << /Filter /Standard /V 1 /R 2 /O ${hex(owner)} /U ${hex(rc4(key, PADDING))} /P -4 >> /ID [${hex(id)} ${hex(id)}]`;
  return assemble(objectsOf([{ text }], "", crypt), encrypt);
}
