/** Real documents with known words in them: from Debian packages, and from the installed npm packages. */

export type Kind = {
  readonly mimeType: string;
  /** Displayed by a browser; otherwise only downloaded. */
  readonly isShown: boolean;
  readonly isPicture?: boolean;
};

const shown = (mimeType: string): Kind => ({ mimeType, isShown: true });
const saved = (mimeType: string): Kind => ({ mimeType, isShown: false });
const picture = (mimeType: string): Kind => ({ mimeType, isShown: true, isPicture: true });
const office = (name: string): Kind => saved(`application/vnd.openxmlformats-officedocument.${name}`);

export const KINDS = {
  PDF: saved("application/pdf"),
  DOCX: office("wordprocessingml.document"),
  XLSX: office("spreadsheetml.sheet"),
  PPTX: office("presentationml.presentation"),
  ODT: saved("application/vnd.oasis.opendocument.text"),
  ODS: saved("application/vnd.oasis.opendocument.spreadsheet"),
  ODP: saved("application/vnd.oasis.opendocument.presentation"),
  EPUB: saved("application/epub+zip"),
  RTF: saved("application/rtf"),
  HTML: saved("text/html"),
  Markdown: shown("text/markdown"),
  CSV: shown("text/csv"),
  JSON: shown("application/json"),
  "text, UTF-8": shown("text/plain"),
  "text, UTF-16": shown("text/plain"),
  "text, East Asian": shown("text/plain"),
  "text, one byte a letter": shown("text/plain"),
  JavaScript: saved("text/javascript"),
  SVG: saved("image/svg+xml"),
  PNG: picture("image/png"),
  JPEG: picture("image/jpeg"),
  GIF: picture("image/gif"),
  WebP: picture("image/webp"),
  // Few browsers can display it, so they get the variants.
  HEIC: { mimeType: "image/heic", isShown: false, isPicture: true },
  TIFF: saved("image/tiff"),
  MP4: shown("video/mp4"),
  font: saved("font/ttf"),
  WebAssembly: saved("application/wasm"),
  ZIP: saved("application/zip"),
  TAR: saved("application/x-tar"),
  "Office 97": saved("application/x-cfb"),
  unknown: saved("application/octet-stream"),
} as const satisfies Record<string, Kind>;
type KindName = keyof typeof KINDS;

/**
 * Kind, path, and words that its text contains; null for a file without text. A path that ends in .gz is decompressed
 * first.
 */
export type Row = readonly [kind: KindName, path: string, words: string | null];

/** `{}` in paths is replaced by `base`. */
type Source = { readonly base: string; readonly rows: readonly Row[] };

const GO = "usr/share/gocode/src";

export const PACKAGES: Readonly<Record<string, Source>> = {
  "developers-reference": {
    base: "usr/share/developers-reference",
    rows: [
      ["PDF", "{}/developers-reference.pdf", "actual code has evolved"],
      ["EPUB", "{}/developers-reference.epub", "amounting to 10 more builds"],
    ],
  },
  "debian-policy": {
    base: "usr/share/doc/debian-policy",
    rows: [
      ["PDF", "{}/policy.pdf.gz", "Overwriting files and replacing packages"],
      ["PDF", "{}/fhs/fhs-3.0.pdf.gz", "structure is for support packages"],
      ["EPUB", "{}/policy.epub", "package management system requires the library"],
    ],
  },
  "gnuplot-doc": {
    base: "usr/share/doc/gnuplot",
    rows: [["PDF", "{}/gnuplot.pdf", "This can be avoided in either of two ways"]],
  },
  "debian-faq-zh-cn": {
    base: "usr/share/doc/debian/FAQ",
    rows: [["PDF", "{}/debian-faq.zh-cn.pdf.gz", "not available for the language"]],
  },
  "r-cran-officer": {
    base: "usr/lib/R/site-library/officer",
    rows: [
      ["DOCX", "{}/doc_examples/example.docx", "4,994616997"],
      ["DOCX", "{}/doc_examples/landscape.docx", null],
      ["PPTX", "{}/doc_examples/example.pptx", "list of paragraphs"],
      ["PPTX", "{}/template/template.pptx", null],
      ["Markdown", "{}/NEWS.md", "pandoc send the short path format"],
    ],
  },
  finalcif: {
    base: "usr/lib/python3/dist-packages/finalcif/template",
    rows: [["DOCX", "{}/template_text.docx", "Radiation"]],
  },
  "python3-docx": {
    base: "usr/lib/python3/dist-packages/docx/templates",
    rows: [["DOCX", "{}/default.docx", null]],
  },
  "r-cran-openxlsx": {
    base: "usr/lib/R/site-library/openxlsx",
    rows: [
      ["XLSX", "{}/extdata/loadExample.xlsx", "0.264984032239194"],
      ["XLSX", "{}/extdata/inlineStr.xlsx", "written with writexl"],
      ["PDF", "{}/help/figures/tableoptions.pdf", null],
      ["JPEG", "{}/extdata/einstein.jpg", null],
    ],
  },
  "r-cran-readxl": {
    base: "usr/lib/R/site-library/readxl/extdata",
    rows: [
      ["XLSX", "{}/datasets.xlsx", "versicolor"],
      ["XLSX", "{}/deaths.xlsx", "also like to write stuff"],
      ["Office 97", "{}/deaths.xls", null],
    ],
  },
  xlsx2csv: {
    base: "usr/share/doc/xlsx2csv",
    rows: [
      ["XLSX", "{}/examples/test/utf8.xlsx", "Здравствуйте"],
      ["CSV", "{}/examples/test/sheets.csv", "основное действующее лицо"],
      ["CSV", "{}/examples/test/hyperlinks_continous.csv", "yahoo.com"],
      ["Markdown", "{}/README.md", "default: os.linesep"],
    ],
  },
  "live-manual-odf": {
    base: "usr/share/doc/live-manual/odt",
    rows: [
      ["ODT", "{}/live-manual.en.odt", "linux-image-amd64 flavour"],
      ["ODT", "{}/live-manual.ja.odt", "アーカイブを追加すると"],
      ["ODT", "{}/live-manual.pl.odt", "kernel-handbook"],
    ],
  },
  "python-odf-doc": {
    base: "usr/share/python-odf",
    rows: [
      ["ODT", "{}/api-for-odfpy.odt", "borderlinewidthbottom"],
      ["ODS", "{}/examples/countrystatistics.ods", "Switzerland"],
    ],
  },
  "calligrawords-data": {
    base: "usr/share/calligrawords/templates/Normal/.source",
    rows: [["ODT", "{}/FaxA4.odt", "Please Recycle"]],
  },
  "libreoffice-help-ja": {
    base: "usr/share/libreoffice/help/media/files/scalc/ja",
    rows: [
      ["ODS", "{}/pivot.ods", "Model 04"],
      ["ODS", "{}/trigon.ods", "ACOSH"],
    ],
  },
  "debian-history": {
    base: "usr/share/doc/debian-history/docs",
    rows: [
      ["EPUB", "{}/project-history.en.epub", "number of physical source lines of code"],
      ["EPUB", "{}/project-history.ja.epub", "稼働を始めました"],
    ],
  },
  "cxref-doc": {
    base: "usr/share/doc/cxref",
    rows: [
      ["RTF", "{}/examples/rtf.c.rtf", "Delete the RTF file and main file reference"],
      ["RTF", "{}/examples/parse-yacc.c.rtf", "YYSYMBOL_assignment_op"],
      ["RTF", "{}/examples/cxref.apdx.rtf", "WriteWarnRawAppendix"],
      ["RTF", "{}/README.c.rtf.gz", "Another example typedef comment"],
    ],
  },
  "apache2-doc": {
    base: "usr/share/doc/apache2-doc/manual",
    rows: [
      ["HTML", "{}/ja/bind.html", "扱うことができます"],
      ["HTML", "{}/tr/bind.html", "sunucunun sonlanmasına sebep olur"],
      ["HTML", "{}/pt-br/bind.html", "para a configuração"],
      ["GIF", "{}/images/ssl_intro_fig3.gif", null],
      ["GIF", "{}/images/feather.gif", null],
    ],
  },
  "vim-runtime": {
    base: "usr/share/vim/vim90",
    rows: [
      ["text, East Asian", "{}/tutor/tutor.ja.sjis", "カーソルの後に挿入します"],
      ["text, East Asian", "{}/tutor/tutor.ja.euc", "カーソルの後に挿入します"],
      ["text, East Asian", "{}/tutor/tutor.ko.euc", "LESSON 3 요약"],
      ["text, East Asian", "{}/tutor/tutor.zh.big5", "更改類命令允許您改變指定的對象"],
      ["text, East Asian", "{}/tutor/tutor.zh.euc", "更改类命令的格式是"],
      ["text, one byte a letter", "{}/tutor/tutor.ru.cp1251", "Переместите курсор вниз"],
      ["text, one byte a letter", "{}/tutor/tutor.cs.cp1250", "SHRNUTÍ LEKCE"],
      ["text, one byte a letter", "{}/tutor/tutor.fr", "Déplacez-vous sur la première ligne"],
      ["text, UTF-8", "{}/tutor/tutor.de.utf-8", "ZUSAMMENFASSUNG VON LEKTION 3"],
      ["text, UTF-8", "{}/doc/quotes.txt", "really excellent and very powerful"],
    ],
  },
  "doc-debian": {
    base: "usr/share/doc/debian",
    rows: [
      ["text, UTF-8", "{}/social-contract.txt.gz", "such as our bug tracking system"],
      ["text, UTF-8", "{}/source-unpack.txt", "the upstream version"],
    ],
  },
  "golang-github-gabriel-vasile-mimetype-dev": {
    base: `${GO}/github.com/gabriel-vasile/mimetype/testdata`,
    rows: [
      ["PPTX", "{}/pptx.pptx", "asdasdasddd"],
      ["ODP", "{}/odp.odp", "Hello World"],
      ["HTML", "{}/html.iso88591.html", null],
      ["text, UTF-16", "{}/utf16lebom.txt", "it also has a BOM"],
      ["text, UTF-16", "{}/utf16bebom.txt", "it also has a BOM"],
      ["text, UTF-8", "{}/srt.srt", "I guess I was wrong"],
      ["JSON", "{}/json.json", "postalCode"],
      ["JPEG", "{}/jpg.jpg", null],
      ["MP4", "{}/mp4.mp4", null],
      ["ZIP", "{}/zip.zip", null],
      ["TAR", "{}/tar.v7.tar", null],
      ["Office 97", "{}/doc.doc", null],
    ],
  },
  "golang-golang-x-image-dev": {
    base: `${GO}/golang.org/x/image/testdata`,
    rows: [
      ["WebP", "{}/yellow_rose.lossy.webp", null],
      ["WebP", "{}/yellow_rose.lossy-with-alpha.webp", null],
      ["WebP", "{}/tux.lossless.webp", null],
      ["JPEG", "{}/go-turns-two-280x360.jpeg", null],
      ["PNG", "{}/tux.png", null],
      ["PNG", "{}/yellow_rose-small.png", null],
      ["TIFF", "{}/video-001.tiff", null],
    ],
  },
};

/** From node_modules. */
export const INSTALLED: readonly Row[] = [
  ["Markdown", "hono/README.md", "ultrafast"],
  ["Markdown", "yjs/README.md", "shared types"],
  ["JSON", "hono/package.json", "Yusuke Wada"],
  ["JSON", "zod/package.json", "TypeScript-first schema"],
  ["CSV", "papaparse/tests/long-sample.csv", "Magna Ut Associates"],
  ["JavaScript", "jose/dist/webapi/index.js", "compactDecrypt"],
  ["SVG", "playwright-core/lib/vite/traceViewer/playwright-logo.svg", null],
  ["PNG", "playwright-core/lib/server/chromium/appIcon.png", null],
  ["font", "playwright-core/lib/vite/traceViewer/codicon.DCmgc-ay.ttf", null],
  ["WebAssembly", "source-map/lib/mappings.wasm", null],
];
