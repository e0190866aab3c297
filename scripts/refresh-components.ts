/**
 * A Vite plugin for development: an edited component is replaced in place and keeps the state of its hooks. The compiler
 * marks components and their hooks (`oxc.jsx.refresh`), and Prefresh replaces them; its own Vite plugin requires a Babel
 * version that conflicts with other tools here.
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

/** A module that exports more than components, such as state, would be initialized a second time. */
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
    // A module with only hooks is not replaced itself, but the modules of components that import it are.
    handler: (code, id) => ({ code: before(id) + code + (code.includes("$RefreshReg$(") ? AFTER : ""), map: null }),
  },
};
