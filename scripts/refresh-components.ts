/**
 * A Vite plugin for development: an edited component is drawn anew where it stands, with the state of its hooks. The compiler
 * marks components and the hooks they use (`oxc.jsx.refresh`), and Prefresh exchanges them; its own plugin for Vite asks for
 * a version of Babel that other tools here rule out.
 */
import type { Plugin } from "vite";

const before = (id: string): string => `
import "@prefresh/core";
import { flush as $flush } from "@prefresh/utils";
const $RefreshReg$ = (type, name) => self.__PREFRESH__.register(type, ${JSON.stringify(id)} + " " + name);
const $RefreshSig$ = () => {
  let status = "begin";
  let saved;
  return (type, key, forceReset, getCustomHooks) => {
    saved ??= type;
    status = self.__PREFRESH__.sign(type || saved, key, forceReset, getCustomHooks, status);
    return type;
  };
};
`;

/** A module that holds more than components, state perhaps, would begin anew beside what it has begun. */
const AFTER = `
if (import.meta.hot) import.meta.hot.accept((next) => {
  if (next && Object.keys(next).every((name) => /^[A-Z]/.test(name))) $flush();
  else location.reload();
});
`;

export const refreshComponents: Plugin = {
  name: "refresh-components",
  apply: "serve",
  config: () => ({
    oxc: { jsx: { runtime: "automatic", importSource: "preact", refresh: true } },
    optimizeDeps: { include: ["@prefresh/core", "@prefresh/utils"] },
  }),
  transform: {
    filter: { id: /\/src\/web\/.+\.tsx?$/, code: /\$Refresh(?:Reg|Sig)\$\(/ },
    // A module with hooks alone is not exchanged by itself: whatever components import it are.
    handler: (code, id) => ({ code: before(id) + code + (code.includes("$RefreshReg$(") ? AFTER : ""), map: null }),
  },
};
