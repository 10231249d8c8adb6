import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What random tests start from: the same number gives the same tests again. */
const seed = Number(process.env['TEST_SEED'] ?? randomInt(2 ** 31))

/**
 * What takes longest, longest first: begun last, one of them would keep everybody waiting for it alone. Before them what has its
 * process alone: in the middle it would end the processes that the others share, with all that they have compiled.
 */
const slow = [
  '/hot-path.test',
  '/db/prepared.test',
  '/model/',
  '/fuzz/',
  '/reliability/crash',
  '/attacks/',
  '/reliability/',
  '/program.test',
  '/db/open.test',
  '/races.test',
  '/permissions.test',
  '/conventions.test',
]

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = slow.findIndex((part) => moduleId.includes(part))
      return place === -1 ? slow.length : place
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

/** What kills, fills up and restores takes minutes: it is asked for, by `RELIABILITY=on`, or `nightly` for more of it. */
const LONG = process.env['RELIABILITY'] === undefined ? ['test/reliability/**'] : []
const ALL = ['src/**/*.test.ts', 'test/**/*.test.ts']
/** What counts statements has to be the first in its process to name them; so has what counts names that tests give. */
const ALONE = ['test/hot-path.test.ts', 'src/db/prepared.test.ts', 'test/golden/golden.test.ts']

export default defineConfig({
  test: {
    globalSetup: ['test/global-setup.ts'],
    provide: { seed },
    // Each worker runs a database of its own beside the tests, which takes the other half of a second core.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    sequence: { sequencer: SlowFirst },
    // Far beyond what anything takes: a test that hangs is found, a machine that is busy is not.
    testTimeout: 90_000,
    hookTimeout: 180_000,
    teardownTimeout: 60_000,
    // Node reads TypeScript itself, as when it serves; nothing is mocked that a loader would have to put in place. It takes a fifteenth less.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Left alone, it is one second.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      // What a worker has loaded and compiled serves its next file too: each would begin with seconds of that.
      { extends: true, test: { name: 'shared', isolate: false, include: ALL, exclude: [...ALONE, ...LONG] } },
      { extends: true, test: { name: 'alone', include: ALONE } },
    ],
  },
})
