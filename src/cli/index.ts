/**
 * Entry of the `sessiondock` command. Nothing is imported before the version of Node is known to be right:
 * an older one fails inside what is imported, without a word that helps.
 */
const major = Number(process.versions.node.split(".")[0]);
if (major >= 24) {
  const { main } = await import("./main.ts");
  await main(process.argv.slice(2));
} else {
  process.stderr.write(
    `sessiondock: this is Node.js ${process.versions.node}, and 24 or newer is needed.\n` +
      "What to do: start it as bin/sessiondock, which picks the right one, or put Node.js 24 first on PATH.\n",
  );
  process.exitCode = 1;
}
