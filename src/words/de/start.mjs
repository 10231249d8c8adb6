export const start = {
  /** @param {{ needed: number; version: string }} data */
  nodeIsTooOld: ({ needed, version }) =>
    `Granary braucht Node ${needed}, und dies ist ${version}. Das Projekt bringt sein eigenes mit: Führen Sie „npm ci“ ohne --omit=optional aus, dann „npm start“ oder „npm run granary -- <command>“.`,
  /** @param {{ needed: number; version: string }} data */
  nodeIsForYouToInstall: ({ needed, version }) =>
    `Granary braucht Node ${needed}, und dies ist ${version}. Für Rechner dieser Art bringt das Projekt keines mit: Installieren Sie Node ${needed} von https://nodejs.org, und starten Sie noch einmal.`,
  /** @param {{ needed: number; library: string }} data */
  nodeNeedsLibrary: ({ needed, library }) =>
    `Das Node ${needed}, welches das Projekt mitbringt, braucht ${library}, und das fehlt auf diesem Rechner. Installieren Sie es: für libatomic.so.1 „apt-get install libatomic1“ unter Debian und Ubuntu, „dnf install libatomic“ unter Fedora und Red Hat.`,
  packageCannotRun: () =>
    'Granary läuft nicht als Paket in node_modules, auch nicht über npx, weil Node dort kein TypeScript ausführt. Legen Sie es in einen eigenen Ordner, führen Sie dort „npm ci“ aus und dann „npm start“.',
}
