/** What is used of Papa Parse: its own types need those of Node.js, which no browser has. */
declare module "papaparse/papaparse.js" {
  type Options = { readonly delimiter: string; readonly newline: "\n"; readonly quoteChar?: string };
  type Parsed = { readonly data: string[][]; readonly errors: readonly { readonly code: string }[] };
  const Papa: { parse(text: string, options: Options): Parsed };
  export default Papa;
}
