export const start = {
  /** @param {{ needed: number; version: string }} data */
  nodeIsTooOld: ({ needed, version }) =>
    `Granary demande Node ${needed}, et celui-ci est ${version}. Le projet apporte le sien : lancez « npm ci » sans --omit=optional, puis « npm start » ou « npm run granary -- <command> ».`,
  /** @param {{ needed: number; version: string }} data */
  nodeIsForYouToInstall: ({ needed, version }) =>
    `Granary demande Node ${needed}, et celui-ci est ${version}. Pour ce type de machine, le projet n’en apporte pas : installez Node ${needed} depuis https://nodejs.org, puis relancez.`,
  /** @param {{ needed: number; library: string }} data */
  nodeNeedsLibrary: ({ needed, library }) =>
    `Le Node ${needed} que le projet apporte demande ${library}, qui manque sur cette machine. Installez-la : pour libatomic.so.1, « apt-get install libatomic1 » sous Debian et Ubuntu, « dnf install libatomic » sous Fedora et Red Hat.`,
  packageCannotRun: () =>
    'Granary ne peut pas tourner comme paquet dans node_modules, ni par npx, car Node n’y exécute pas de TypeScript. Placez-le dans un dossier à lui, lancez-y « npm ci », puis « npm start ».',
}
