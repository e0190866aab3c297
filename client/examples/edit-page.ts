/** Adds a line to a page, whatever else is written on it meanwhile: `node edit-page.ts PAGE_ID "A line"`. */
import { createClient } from "@octavo/client";

const { OCTAVO_ORIGIN = "http://localhost:8787", OCTAVO_TOKEN = "" } = process.env;
const [pageId = "", line = "Written by a program"] = process.argv.slice(2);

const octavo = createClient({ origin: OCTAVO_ORIGIN, token: OCTAVO_TOKEN });
const { title, revision } = await octavo.edit(pageId, (text) => `${text.trimEnd()}\n${line}\n`);
process.stdout.write(`“${title}” is at revision ${revision}.\n`);
