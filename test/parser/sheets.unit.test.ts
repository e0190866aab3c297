import { expect, test } from "vitest";
import { extractText } from "../../queues/parser/text/extract.ts";
import { odf, sheetPart, xlsx } from "./sample-documents.ts";
import { formatOf, inIso, inShort } from "../../queues/parser/text/xlsx-values.ts";

async function textOf(bytes: Uint8Array): Promise<string> {
  const extracted = await extractText(bytes, "", "upload");
  if (extracted.kind !== "text") throw new Error("The document has no text.");
  return extracted.text;
}

test("converts XLSX sheets to CSV with strings, booleans and errors", async () => {
  const parts = {
    "xl/sharedStrings.xml": sheetPart(
      "sst",
      `<si><t>plain</t></si><si><r><t>rich </t></r><r><t>text</t></r><rPh><t>ruby</t></rPh></si><si><t>say "hi", all</t></si><si><t>a_x000A_b</t></si>`,
    ),
  };
  const rows = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="D1" t="s"><v>2</v></c></row>
    <row r="3"><c r="A3" t="inlineStr"><is><t>inline</t></is></c><c r="B3" t="str"><f>A1</f><v>plain</v></c><c r="C3" t="b"><v>1</v></c><c r="D3" t="e"><v>#DIV/0!</v></c><c r="E3" t="s"><v>3</v></c><c r="F3" t="s"><v>99</v></c></row>`;
  const extracted = await extractText(
    xlsx({ "First one": rows, Empty: "", Last: "<row><c><v>1</v></c><c><v>0.1</v></c></row>" }, parts),
    "",
    "a.xlsx",
  );
  expect(extracted).toMatchObject({
    text: `## First one\n\nplain,rich text,,"say ""hi"", all"\ninline,plain,TRUE,#DIV/0!,"a\nb"\n\n## Last\n\n1,0.1`,
    metadata: { sheetCount: 3 },
  });
});

test("converts XLSX numbers to dates according to the cell format", async () => {
  const parts = {
    "xl/styles.xml": sheetPart(
      "styleSheet",
      `<numFmts><numFmt numFmtId="170" formatCode="[$-407]d. mmmm yyyy;@"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="170"/></cellXfs>`,
    ),
  };
  const row = `<row>${[0, 1, 2, 3].map((format) => `<c s="${format}"><v>45292.5</v></c>`).join("")}<c s="1"><v>45292</v></c></row>`;
  const dates = "2024-01-01T12:00:00,2024-01-01T12:00:00,2024-01-01T12:00:00,2024-01-01";
  expect(await textOf(xlsx({ A: row }, parts))).toBe(`## A\n\n45292.5,${dates}`);
  const from1904 = await textOf(xlsx({ A: row }, parts, `<workbookPr date1904="1"/>`));
  expect(from1904).toBe(`## A\n\n45292.5,${dates.replaceAll("2024-01-01", "2028-01-02")}`);
});

test.each([
  ["General", "plain"],
  ["0.00%", "plain"],
  ['"days" 0', "plain"],
  ["[Red]#,##0", "plain"],
  ["yyyy-mm-dd", "date"],
  ["mmm", "date"],
  ["dd/mm/yy hh:mm", "datetime"],
  ["[h]:mm:ss", "time"],
  ["mm:ss", "time"],
])("classifies the number format %s as %s", (code, kind) => {
  expect(formatOf(170, code)).toBe(kind);
});

test("converts serial numbers to dates like spreadsheets, and keeps numbers that are no dates", () => {
  expect(inIso("1", "date", false)).toBe("1900-01-01");
  expect(inIso("61", "date", false)).toBe("1900-03-01");
  expect(inIso("0.75", "time", false)).toBe("18:00:00");
  expect(inIso("2958465", "date", false)).toBe("9999-12-31");
  expect(inIso("-1", "date", false)).toBe("-1");
  expect(inIso("1e300", "date", false)).toBe("1e+300");
  expect(inIso("", "date", false)).toBe("");
  expect(inShort("0.30000000000000004")).toBe("0.3");
  expect(inShort("not a number")).toBe("not a number");
});

test("bounds a sheet with its last column used or rows repeated without end", async () => {
  const wide = await textOf(xlsx({ A: `<row><c r="XFD1"><v>1</v></c><c r="ZZZ1"><v>2</v></c></row>` }));
  expect(wide).toBe(`## A\n\n${",".repeat(16_383)}1`);
  const row = `<table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384" office:value-type="float" office:value="7"/></table:table-row>`;
  const bytes = odf("spreadsheet", `<table:table table:name="A">${row}</table:table>`);
  const extracted = await extractText(bytes, "", "a.ods", 100_000);
  expect(extracted).toMatchObject({ truncated: true, metadata: { characters: 100_000 } });
});

test("converts ODS sheets to CSV with exact values, dates and repeated cells, without empty rows", async () => {
  const cell = (type: string, value: string, shown: string) =>
    `<table:table-cell office:value-type="${type}" office:${value}><text:p>${shown}</text:p></table:table-cell>`;
  const body = `<table:table table:name="One"><table:table-row><table:table-cell table:number-columns-repeated="2" office:value-type="string"><text:p>x</text:p><text:p>y</text:p></table:table-cell>${cell("float", 'value="1.5"', "1,5")}${cell("date", 'date-value="2024-05-01"', "1.5.")}${cell("boolean", 'boolean-value="true"', "WAHR")}<table:table-cell table:number-columns-repeated="900"/></table:table-row><table:table-row table:number-rows-repeated="1000000"><table:table-cell/></table:table-row><table:table-row table:number-rows-repeated="2"><table:table-cell/><table:table-cell><office:annotation><text:p>note</text:p></office:annotation><text:p>z</text:p></table:table-cell></table:table-row></table:table>`;
  expect(await textOf(odf("spreadsheet", body))).toBe(`## One\n\n"x\ny","x\ny",1.5,2024-05-01,TRUE\n,z\n,z`);
});
