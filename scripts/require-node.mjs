/** Stops with a sentence, instead of a syntax error, when Node is too old to run the TypeScript scripts beside this file. */
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `This project's scripts need Node 22.18 or newer, and this is ${process.versions.node}. ` +
      "`npm ci` installs Node 24 beside the other dependencies and `npm run …` uses it: run `npm ci` once " +
      "(with development dependencies), then start scripts through npm.",
  );
  process.exit(1);
}
