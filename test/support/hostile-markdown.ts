/** Markdown that causes quadratic parsing time or unbounded nesting: named shapes, generated at a given length. */

const repeated = (unit: string, length: number): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

/** Pieces to repeat on one line, on many lines, and in containers. */
const UNITS = [
  Array.from("[]!()*_~=`<>&\\$|:;.-+#\t {^"),
  ["[a](", "![a](", "[a][", "[a]", "[[a]", "[a](b '", "[a](<b", "![", "[^a", "[^a] ", "[a](b) ", "![a](b) "],
  ["**a_", "*a_ ", "*a ", "*a **b ", "a* ", "***a***", "~~a", "==a", "$a ", "$a$ ", "`a``b", "   x", "\\[", "*\u00e9"],
  ["<!--", "<a ", '<a b="', "<a b='<a c=\"' ", "<?", "<!A ", "<![CDATA[", "<a:", "<a@b", "<br>", "&a;", "&#35;"],
  ["www.a.b ", "www.a_b.c_/", "http://a.b/ ", "a@b.c ", "mailto:a@b.c ", "@[a](user:b) ", "@[a", "a.a.", "😀"],
  ["> ", ">", "- ", "1. ", "* ", "- [ ] ", "[^a]: ", "# ", "- - ", "|-"],
].flat();

const LINES = [
  [
    "a",
    "a\n",
    "a  ",
    "a\\",
    "> a",
    "> *a",
    "> [!note]",
    "- a",
    "- a\n",
    "  - a",
    "- [ ] a",
    "1) a",
    "# a",
    "a\n=",
    "a\n-",
  ],
  [
    "|a|\n|-|",
    "|a|b|",
    "[a]: b",
    "[a]: b 'c",
    "[a",
    "[^a]: b",
    "<div>",
    "<div>\n",
    "<script>",
    "```",
    "~~~a",
    "$$",
    "    a",
  ],
  ["***", "", "\r", "> ".repeat(150), "- ".repeat(150)],
].flat();

const SHAPES: Readonly<Record<string, (length: number) => string>> = {
  "a deep list and blank lines": (length) => `${repeated("- ", length / 2)}a\n${repeated("\n", length / 2)}`,
  "a deep quote and lazy lines": (length) => `${repeated("> ", length / 2)}a\n${repeated("a\n", length / 2)}`,
  "strong in strong": (length) => `${repeated("**", length / 2)}a${repeated("**", length / 2)}`,
  "emphasis in emphasis": (length) => `${repeated("*a ", length / 2)}${repeated("a* ", length / 2)}`,
  "emphasis around many lines": (length) =>
    `${repeated("*a ", length / 3)}\n${repeated("a\n", length / 3)}${repeated("a* ", length / 3)}`,
  "an image in an image": (length) => `${repeated("![", length / 3)}a${repeated("](b)", (length * 2) / 3)}`,
  "brackets in brackets": (length) => `${repeated("[", length / 2)}a${repeated("]", length / 2)}`,
  "spaces between two words": (length) => `a${repeated(" ", length)}b`,
  "spaces below a pipe": (length) => `a\nb|c\n${repeated(" ", length)}x`,
  "a long domain": (length) => `www.${repeated("a", length)}.b.c`,
  "a long domain behind a scheme": (length) => `http://${repeated("a", length)}.b.c_`,
  "parentheses behind an address": (length) => `http://a.b/${repeated(")", length)}`,
  "entities behind an address": (length) => `http://a.b/${repeated("&a;", length)}`,
  "an address in an open bracket": (length) => `[http://a.b/${repeated("[a", length)}`,
  "labels of a domain": (length) => `${repeated("www.", length)}a_`,
  "rows of a table in a quote": (length) => `> |a|\n> |-|\n${repeated("> |\n", length)}`,
  "emphasis around the lines of a quote": (length) => `> *a\n${repeated("> a\n", length)}> a*`,
  "a wide table of short rows": (length) => {
    const columns = Math.floor(length / 6);
    return `${"|a".repeat(columns)}|\n${"|-".repeat(columns)}|\n${repeated("|a\n", length / 3)}`;
  },
  "a table that begins with a bracket": (length) => `[a|b\n-|-\n${repeated("a|b\n", length)}`,
  "a definition without an end": (length) => `[a]: b 'c\n${repeated("d\n", length)}`,
  "backticks, one more each time": (length) => {
    let text = "";
    for (let count = 1; text.length < length; count++) text += `${"`".repeat(count)}a`;
    return text.slice(0, length);
  },
  "elements and closing brackets": (length) => `${repeated("&lt;", length / 2)}${repeated("]", length / 2)}`,
  "attributes of a tag": (length) => `<a${repeated(" b='c'", length)}`,
  "a formula over the lines of a quote": (length) => `$$\n${repeated("> a\n", length)}`,
};

export const hostileNames: readonly string[] = [
  ...UNITS.flatMap((unit) => ["", "> a ", "[", "|a|\n|-|\n|"].map((lead) => JSON.stringify([lead, unit]))),
  ...LINES.map((line) => JSON.stringify([line])),
  ...Object.keys(SHAPES),
];

export function hostileText(name: string, length: number): string {
  const shape = SHAPES[name];
  if (shape) return shape(length);
  // The name is the JSON written above.
  const [lead, unit] = JSON.parse(name) as [string, string?];
  return unit === undefined ? repeated(`${lead}\n`, length) : lead + repeated(unit, length);
}
