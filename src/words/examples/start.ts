import type { start as sentences } from '../en/start.mjs'
import type { Examples } from '../writing.ts'

export const start: Examples<typeof sentences> = {
  nodeIsTooOld: { needed: 26, version: '20.1.0' },
  nodeIsForYouToInstall: { needed: 26, version: '20.1.0' },
  nodeNeedsLibrary: { needed: 26, library: 'libatomic.so.1' },
  packageCannotRun: {},
}
