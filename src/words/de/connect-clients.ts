/** Deutsch: wie jedes Programm verbunden wird. Menüs heißen, wie die Programme sie auf Englisch zeigen. */
import type { Inline } from "../inline.ts";

export const shell = "Shell-Skript";
export const httpToo = (reference: Inline) => [
  "Jedes Werkzeug hat auch eine einfache HTTP-Route; die ",
  reference,
  " listet sie auf.",
];
export const reference = "API-Referenz";
export const terminal = "Terminal";
export const claude = "Claude im Web, auf dem Desktop und auf dem Telefon";
export const claudeAdd = "Öffne in Claude Settings, dann Connectors, und wähle Add custom connector.";
export const claudePaste = "Füge die URL oben als Remote MCP server URL ein.";
export const signInAsked = (program: string) =>
  `Melde dich bei Octavo an, wenn ${program} danach fragt, und wähle die Ablagen, die es verwenden darf.`;
export const chatgptMode = "Öffne in ChatGPT Settings, dann Connectors, dann Advanced, und schalte Developer mode ein.";
export const chatgptCreate = "Geh zurück zu Connectors, wähle Create und füge die URL oben als Connector-URL ein.";
export const runThis = "Führe dies in einem Terminal aus.";
export const runThisCodex =
  "Führe dies in einem Terminal aus. Codex liest das Token bei jedem Start aus der Variablen, lass sie also gesetzt.";
export const typeMcp = (program: string, command: Inline) => [
  `Starte ${program} und tippe `,
  command,
  ". Octavo steht als verbunden in der Liste.",
];
export const typeMcpTools = (program: string, command: Inline) => [
  `Starte ${program} und tippe `,
  command,
  ". Octavo steht mit seinen Werkzeugen in der Liste.",
];
export const putBeside = (file: Inline) => ["Füge dies in ", file, " ein, neben dem vorhandenen Inhalt."];
export const putBesideServers = (file: Inline) => ["Füge dies in ", file, " ein, neben den vorhandenen Servern."];
export const put = (file: Inline) => ["Füge dies in ", file, " ein."];
export const orPut = (file: Inline) => ["Oder füge dies in ", file, " ein."];
export const putAndRefresh = (file: Inline) => [
  "Füge dies in ",
  file,
  " ein und aktualisiere dann die Server in Cascade.",
];
export const orOpenCursor = "Oder öffne Cursor nur mit der URL und melde dich bei Octavo an, wenn es danach fragt.";
export const openCursor = "Cursor öffnen";
export const openCodeLink =
  "Öffne VS Code mit dem Link. Es fragt einmal nach dem Token und bewahrt es getrennt von seinen Dateien auf.";
export const openCode = "VS Code öffnen";
export const octavoToken = "Octavo-Token";
