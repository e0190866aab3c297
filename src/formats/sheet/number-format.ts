/**
 * TEXT(value; format): the formats of other spreadsheets for numbers (`#,##0.00`, `0.0%`, `0.00E+00`), dates and times
 * (`dddd, d mmmm yyyy`, `hh:mm AM/PM`, `[h]:mm`), text (`@`), and up to four sections for positive, negative, zero and
 * text. Names of days and months are English. Colours and conditions in brackets are passed over.
 */
import { clockOf, dayOf, hasSerial, weekdayOf } from "./calendar.ts";
import { showValue } from "./display.ts";
import { numberIn } from "./typed-input.ts";
import { Fault, isNumeric, numericOf, NUM, type Scalar, VALUE } from "./values.ts";

const MAX_FORMAT_LENGTH = 255;

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** A literal, or a part that stands for something; `sign` is its first character in lower case. */
type Part = { readonly literal: boolean; readonly text: string; readonly sign: string };

const PART =
  /"([^"]*)"|\\(.)|_(.)|\*.|(\[(?:h+|m+|s+)\])|\[[^\]]*\]|(General|AM\/PM|A\/P|y+|m+|d+|h+|s+(?:\.0+)?|E[+-]|[0#?.,%@])|(.)/gisu;

export function formatValue(value: Scalar, format: string): Scalar {
  if (value instanceof Fault) return value;
  if (format.length > MAX_FORMAT_LENGTH) return VALUE;
  const sections = sectionsOf(format);
  const spelled = typeof value === "string" ? (numberIn(value.trim()) ?? value) : value;
  if (typeof spelled === "boolean") return showValue(spelled);
  if (spelled !== null && !isNumeric(spelled)) return formatText(spelled, sections);
  const number = spelled === null ? 0 : numericOf(spelled);
  const section = sections[sectionFor(number, sections.length)] ?? [];
  // A section of its own for negative numbers says itself how their sign is shown.
  const shown = number < 0 && sections.length > 1 ? Math.abs(number) : number;
  return formatNumber(shown, section);
}

const sectionFor = (number: number, count: number): number =>
  number < 0 && count > 1 ? 1 : number === 0 && count > 2 ? 2 : 0;

function sectionsOf(format: string): Part[][] {
  const sections: Part[][] = [[]];
  for (const found of format.matchAll(PART)) {
    const [, quoted, escaped, space, elapsed, code, other] = found;
    const meaning = elapsed ?? code;
    const literal = quoted ?? escaped ?? (space === undefined ? other : " ");
    if (other === ";") sections.push([]);
    else if (meaning !== undefined) sections.at(-1)?.push({ literal: false, text: meaning, sign: signOf(meaning) });
    else if (literal !== undefined) sections.at(-1)?.push({ literal: true, text: literal, sign: "" });
  }
  return sections;
}

const signOf = (code: string): string => (/^(?:am|a\/p)/i.test(code) ? "a" : (code[0] ?? "").toLowerCase());

function formatText(text: string, sections: readonly Part[][]): string {
  const section = sections[3] ?? sections.find((parts) => parts.some(({ sign }) => sign === "@"));
  return section ? section.map((part) => (part.sign === "@" ? text : part.literal ? part.text : "")).join("") : text;
}

function formatNumber(value: number, section: readonly Part[]): Scalar {
  if (section.some(({ sign }) => sign !== "" && "ymdhsa[".includes(sign))) return formatMoment(value, section);
  if (section.some(({ sign }) => sign === "g" || sign === "@")) {
    return section.map((part) => (part.literal ? part.text : showValue(value))).join("");
  }
  const codes = section.filter(({ literal }) => !literal).map(({ text }) => text);
  return codes.length === 0
    ? signed(value, section.map(({ text }) => text).join(""))
    : fillDigits(value, section, codes);
}

const signed = (value: number, text: string): string => (value < 0 && text !== "" ? `-${text}` : text);

const isDigit = (code: string): boolean => code === "0" || code === "#" || code === "?";

/** Digits from right to left into the places before the point, from left to right into those after. */
function fillDigits(value: number, section: readonly Part[], codes: readonly string[]): Scalar {
  const point = codes.indexOf(".");
  const exponent = codes.findIndex((code) => /^e/i.test(code));
  const digitsEnd = exponent === -1 ? codes.length : exponent;
  const whole = codes.slice(0, point === -1 ? digitsEnd : point);
  const fraction = point === -1 ? [] : codes.slice(point + 1, digitsEnd).filter(isDigit);
  const lastDigit = whole.findLastIndex(isDigit);
  const thousands = whole.slice(lastDigit + 1).filter((code) => code === ",").length;
  const grouped = whole.slice(0, lastDigit + 1).includes(",");
  const percents = codes.filter((code) => code === "%").length;
  const scaled = (Math.abs(value) * 100 ** percents) / 1000 ** thousands;
  if (!Number.isFinite(scaled)) return NUM;
  const places = whole.filter(isDigit);
  const power = exponent === -1 || scaled === 0 ? 0 : Math.floor(Math.log10(scaled)) - Math.max(0, places.length - 1);
  const digits = decimal(scaled / 10 ** power, fraction.length);
  const [before = "", after = ""] = digits.split(".");
  const least = places.filter((code) => code === "0").length;
  const padded = (before === "0" ? "" : before).padStart(least, "0");
  const text: Filling = {
    before: grouped ? padded.replace(/\B(?=(?:\d{3})+$)/g, ",") : padded,
    after: trimPlaces(after, fraction),
    exponent: exponentOf(power, codes, exponent),
  };
  const filled = place(section, text);
  return value < 0 && /[1-9]/.test(digits) ? `-${filled}` : filled;
}

/** In full, rounded half away from zero on the decimal digits that a sheet shows. */
function decimal(value: number, places: number): string {
  const shown = Number(value.toPrecision(15));
  const [mantissa = "0", exponent = "0"] = String(shown).split("e");
  const moved = Math.floor(Number(`${mantissa}e${Number(exponent) + places}`) + 0.5);
  if (!Number.isSafeInteger(moved))
    return shown.toLocaleString("en", { useGrouping: false, maximumFractionDigits: 20 });
  const digits = String(moved).padStart(places + 1, "0");
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** Optional places at the end are left out where they are 0. */
function trimPlaces(digits: string, places: readonly string[]): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === "0" && places[end - 1] === "#") end--;
  return digits.slice(0, end);
}

function exponentOf(power: number, codes: readonly string[], at: number): string {
  if (at === -1) return "";
  const least = codes.slice(at + 1).filter(isDigit).length;
  const sign = power < 0 ? "-" : (codes[at] ?? "").endsWith("+") ? "+" : "";
  return `E${sign}${String(Math.abs(power)).padStart(least, "0")}`;
}

type Filling = { readonly before: string; readonly after: string; readonly exponent: string };

/** All digits before the point go where the first place is, those after it behind the point. */
function place(section: readonly Part[], { before, after, exponent }: Filling): string {
  let stage: "start" | "whole" | "fraction" | "exponent" = "start";
  let text = "";
  for (const part of section) {
    if (part.literal || part.text === "%") text += part.text;
    else if (part.sign === "e") {
      text += exponent;
      stage = "exponent";
    } else if (part.text === ".") {
      text +=
        (stage === "start" ? before : "") +
        (after === "" && !section.some(({ text: code }) => code === "0") ? "" : ".") +
        after;
      stage = "fraction";
    } else if (isDigit(part.text) && stage === "start") {
      text += before;
      stage = "whole";
    }
  }
  return text;
}

function formatMoment(value: number, section: readonly Part[]): Scalar {
  const elapsed = section.some(({ sign }) => sign === "[");
  if (!elapsed && (!hasSerial(value) || value < 0)) return NUM;
  const milliseconds = section.some(({ text }) => /^s+\.0/i.test(text));
  const unit = milliseconds ? 86_400_000 : 86_400;
  // Rounded once, so that all parts agree.
  const rounded = Math.round(value * unit) / unit;
  const half = section.some(({ sign }) => sign === "a");
  return section
    .map((part, index) =>
      part.literal ? part.text : momentPart(part, rounded, { half, minutes: isMinutes(section, index) }),
    )
    .join("");
}

/** `m` means minutes after hours or before seconds, else months. */
function isMinutes(section: readonly Part[], index: number): boolean {
  const codes = (parts: readonly Part[]) => parts.filter(({ literal }) => !literal);
  const before = codes(section.slice(0, index)).at(-1);
  const after = codes(section.slice(index + 1)).at(0);
  return before?.sign === "h" || /^\[h/i.test(before?.text ?? "") || after?.sign === "s";
}

function momentPart(
  { text, sign }: Part,
  serial: number,
  { half, minutes }: { half: boolean; minutes: boolean },
): string {
  const { year, month, day } = dayOf(serial);
  const clock = clockOf(serial);
  const width = text.length;
  const padded = (value: number) => String(value).padStart(Math.min(width, 2), "0");
  switch (sign) {
    case "y":
      return width <= 2 ? String(year % 100).padStart(2, "0") : String(year).padStart(4, "0");
    case "m":
      return minutes ? padded(clock.minute) : width <= 2 ? padded(month) : named(MONTHS[month - 1], width);
    case "d":
      return width <= 2 ? padded(day) : named(DAYS[weekdayOf(serial)], width);
    case "h":
      return padded(half ? ((clock.hour + 11) % 12) + 1 : clock.hour);
    case "s":
      return String(clock.second).padStart(/^ss/i.test(text) ? 2 : 1, "0") + fractionOf(text, clock.ms);
    case "a":
      return (width === 3 ? ["A", "P"] : ["AM", "PM"])[clock.hour < 12 ? 0 : 1] ?? "";
    case "[":
      return elapsedPart(text, serial);
    default:
      return text;
  }
}

const named = (name: string | undefined, width: number): string =>
  (width === 3 ? name?.slice(0, 3) : width === 5 ? name?.slice(0, 1) : name) ?? "";

function fractionOf(text: string, ms: number): string {
  const places = text.split(".")[1]?.length ?? 0;
  return places === 0 ? "" : `.${String(ms).padStart(3, "0").padEnd(places, "0").slice(0, places)}`;
}

/** Hours, minutes or seconds in all, past a day too. */
function elapsedPart(text: string, serial: number): string {
  const perDay = { h: 24, m: 1440, s: 86_400 }[text[1]?.toLowerCase() ?? "h"] ?? 24;
  const whole = Math.floor(Math.abs(serial) * perDay + 1e-6);
  return `${serial < 0 ? "-" : ""}${String(whole).padStart(text.length - 2, "0")}`;
}
