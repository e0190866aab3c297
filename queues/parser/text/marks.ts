/**
 * Marks in a text while it is converted, which become offsets when it is written. A mark is a noncharacter (Unicode
 * §23.7) and four digits, so that it survives everything that is done to the text around it. Even ones are starts of
 * ranges, and each odd one is the end of the range that starts with the one before it.
 */
const SIGN = "\ufdd0";
const ONE = "\ufdd0[\ufde0-\ufdef]{4}";
const FIRST_DIGIT = 0xfde0;
const MARKS = new RegExp(ONE, "g");
const SPLIT = new RegExp(`${SIGN}([\ufde0-\ufdef]{4})`);
const RUNS = new RegExp(`(?:\\s|${ONE})+`, "g");
const LEADING = new RegExp(`^(?:\\s|${ONE})+`);
const TRAILING = new RegExp(`(?:\\s|${ONE})+$`);

export const isEnd = (mark: number): boolean => mark % 2 === 1;

export const markOf = (value: number): string =>
  SIGN +
  Array.from({ length: 4 }, (_, i) => String.fromCharCode(FIRST_DIGIT + ((value >> (12 - 4 * i)) & 15))).join("");

const valueOf = (digits: string): number =>
  Array.from(digits).reduce((value, digit) => value * 16 + digit.charCodeAt(0) - FIRST_DIGIT, 0);

const hasMarks = (text: string): boolean => text.includes(SIGN);

export const withoutMarks = (text: string): string => (hasMarks(text) ? text.replace(MARKS, "") : text);

export const marksIn = (text: string): number[] => (hasMarks(text) ? (text.match(MARKS) ?? []).map(read) : []);

const read = (mark: string): number => valueOf(mark.slice(1));

/** Texts and the marks between them; there is one text more than marks. */
export function splitAtMarks(text: string): { readonly texts: readonly string[]; readonly marks: readonly number[] } {
  if (!hasMarks(text)) return { texts: [text], marks: [] };
  const parts = text.split(SPLIT);
  return {
    texts: parts.filter((_, i) => i % 2 === 0),
    marks: parts.filter((_, i) => i % 2 === 1).map(valueOf),
  };
}

type SettledText = { readonly leading: readonly number[]; readonly text: string; readonly trailing: readonly number[] };

/**
 * Moves ends before the blanks beside them and starts behind these, so that trimming and folding of blanks work as
 * without marks, and takes marks at either end out of the text.
 */
export function settleMarks(text: string): SettledText {
  if (!hasMarks(text)) return { leading: [], text, trailing: [] };
  const settled = text.replace(RUNS, (run) => {
    const marks = marksIn(run);
    const [ends, starts] = [marks.filter(isEnd), marks.filter((mark) => !isEnd(mark))];
    return ends.map(markOf).join("") + withoutMarks(run) + starts.map(markOf).join("");
  });
  const lead = LEADING.exec(settled)?.[0] ?? "";
  const rest = settled.slice(lead.length);
  const trail = TRAILING.exec(rest)?.[0] ?? "";
  return {
    leading: marksIn(lead),
    text: withoutMarks(lead) + rest.slice(0, rest.length - trail.length) + withoutMarks(trail),
    trailing: marksIn(trail),
  };
}
