// What the start says where it cannot begin. Plain JavaScript: a Node that is too old takes no TypeScript.

export const start = {
  /** @param {{ needed: number; version: string }} data */
  nodeIsTooOld: ({ needed, version }) =>
    `Granary needs Node ${needed} and this is ${version}. The project brings its own: run "npm ci" without --omit=optional, then "npm start" or "npm run granary -- <command>".`,
  /** @param {{ needed: number; version: string }} data */
  nodeIsForYouToInstall: ({ needed, version }) =>
    `Granary needs Node ${needed} and this is ${version}. For this kind of machine the project brings none: install Node ${needed} from https://nodejs.org, and start again.`,
  /** @param {{ needed: number; library: string }} data */
  nodeNeedsLibrary: ({ needed, library }) =>
    `The Node ${needed} that the project brings needs ${library}, which this machine does not have. Install it: for libatomic.so.1 "apt-get install libatomic1" on Debian and Ubuntu, "dnf install libatomic" on Fedora and Red Hat.`,
  packageCannotRun: () =>
    'Granary cannot run as a package inside node_modules, nor by npx, because Node runs no TypeScript there. Put it into a folder of its own, run "npm ci" in that folder, and then "npm start".',
}
