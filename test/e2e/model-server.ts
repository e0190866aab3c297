/** The language model of the development server, which answers by scripts and runs as long as that server. */
const address = process.env.OCTAVO_MODEL ?? "";

let scripts = 0;

/** Registers what the model answers to a request that contains the returned words. */
export async function scriptModel(script: string): Promise<string> {
  const key = `e2e-${process.pid}-${++scripts}`;
  await fetch(new URL("/script", address), { method: "POST", body: JSON.stringify({ key, script }) });
  return `script:${key}`;
}
