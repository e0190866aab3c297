/** The part of Papa Parse that we use: its own types require those of Node.js, which are not available in browsers. */
declare module "papaparse/papaparse.js" {
  type Options = { readonly delimiter: string; readonly newline: "\n"; readonly quoteChar?: string };
  type Parsed = { readonly data: string[][]; readonly errors: readonly { readonly code: string }[] };
  const Papa: { parse(text: string, options: Options): Parsed };
  export default Papa;
}
