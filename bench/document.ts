import { parseArgs } from 'node:util'
import { FIGURES, RESULTS, writeDocument } from './report/document.ts'

// Writes docs/performance.md and its plots again from the figures in docs/performance, or another document elsewhere from
// what was measured last.
//
//   node bench/document.ts [--latest --to /tmp/looking/performance.md]

const { values: options } = parseArgs({
  options: {
    /** From bench/results, where every run leaves its figures, also one that was to leave the document as it is. */
    latest: { type: 'boolean', default: false },
    to: { type: 'string' },
  },
})
if (options.latest && options.to === undefined)
  throw new Error('Say with --to where a document of the latest figures is to be written.')
await writeDocument({
  figures: options.latest ? RESULTS : FIGURES,
  ...(options.to !== undefined && { document: options.to }),
})
