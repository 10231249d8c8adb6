import { randomInt } from 'node:crypto'
import { globSync } from 'node:fs'
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
  '/web/histories.test',
  '/web/many-rows.test',
  '/reliability/crash',
  '/attacks/',
  '/reliability/',
  '/program.test',
  '/db/open.test',
  '/races.test',
  '/closing-races.test',
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

const { BROWSER_TESTS, RELIABILITY, RELIABILITY_PART, TESTS, TESTS_PART, TEST_DIFFERENCES } = process.env

/**
 * What can differ between PostgreSQL and the embedded database: more than one connection, other plans, types and collations, loading in
 * bulk. `TEST_DIFFERENCES=1` runs these alone: all the rest is proved on the embedded one.
 */
const DIFFERS_ON_POSTGRESQL = [
  'src/db/**/*.test.ts',
  'src/http/search/**/*.test.ts',
  'src/inventory/{ledger,stock,imports}/**/*.test.ts',
  'src/system/{cache,events,jobs,notices,vault,webhooks}/**/*.test.ts',
  'test/{advance-transactions,backup,beside-others,golden,group-commit,growth,hot-path,idempotency}*.test.ts',
  'test/{kept-searches,left-database,locale,one-moment,races,shared-store,take-over}*.test.ts',
  'test/model/**/*.test.ts',
]
const EVERYTHING = ['src/**/*.test.ts', 'test/**/*.test.ts', 'web/src/**/*.test.ts']
const ALL =
  TEST_DIFFERENCES === undefined ? EVERYTHING : [...DIFFERS_ON_POSTGRESQL, 'test/reliability/**/*.test.ts']

/**
 * What kills, fills up and restores takes minutes: it is asked for, by `RELIABILITY=on`, or `nightly` for more of it, or a part of it such
 * as `RELIABILITY_PART=1/3`.
 */
const LONG =
  RELIABILITY === undefined
    ? ['test/reliability/**']
    : leftOut(['test/reliability/*.test.ts'], RELIABILITY_PART)

/** By their names: a pattern with "not" also lets through what only begins like one of these. */
function screensButTheWalk(): string[] {
  const asEver = ['loan-words', 'messages', 'operations', 'walk'].map((name) => `test/web/${name}.test.ts`)
  return globSync('test/web/*.test.ts', { cwd: import.meta.dirname }).filter((file) => !asEver.includes(file))
}

/** What of these files is of another part than this one; nothing, where no part is asked for. */
function leftOut(files: string[], part = '1/1'): string[] {
  const [mine = 1, parts = 1] = part.split('/').map(Number)
  return globSync(files, { cwd: import.meta.dirname })
    .toSorted()
    .filter((_file, place) => place % parts !== mine - 1)
}

/**
 * What starts programs of its own, tries whole lists of attacks, or goes through a season: half of the time of all tests. `TESTS=all` runs
 * it with the others, and with `TESTS_PART=1/4` a part of it, as `.ci/run` does, here and on PostgreSQL.
 */
const LONGER = [
  'src/db/{migrate,open,trial}.test.ts',
  'src/inventory/imports/{exported-workbooks,large-workbooks,long-imports,mutated-tables,one-by-one,planted-faults,table-styles}.test.ts',
  'src/inventory/imports/loads/{previews,together}.test.ts',
  'src/inventory/loads/late-loads.test.ts',
  'src/inventory/records/{prepare-searches,timeline-growth}.test.ts',
  'src/inventory/stock/{description-history,recompute-descriptions}.test.ts',
  'src/system/access/trusted-issuers.test.ts',
  'src/system/files/hostile-uploads.test.ts',
  'src/system/imports/long-texts.test.ts',
  'test/{attacks,fuzz}/*.test.ts',
  'test/{backup,beside-others,broadbalk,commands,demo,emptied-databases,encrypted-backups,own-backups,foreign-ids,growth}.test.ts',
  'test/{impossible-ids,kept-searches,languages,one-moment,program,proxies,server-examples,shared-store,take-over,tls}.test.ts',
  'web/src/offline/outbox-histories.test.ts',
]
/** PostgreSQL has a list of its own. */
const SHORTER = TESTS === 'all' || TEST_DIFFERENCES !== undefined ? leftOut(LONGER, TESTS_PART) : LONGER

/**
 * Every screen, on phone and desktop, light and dark, is for `BROWSER_TESTS=all`; with all other tests goes one walk of a first day, but with
 * `BROWSER_TESTS=none`: where the screens have a run of their own it is part of that.
 */
const SCREENS = { all: [], none: ['test/web/**'] }[BROWSER_TESTS ?? ''] ?? screensButTheWalk()

/** What counts statements has to be the first in its process to name them; so has what counts names that tests give. */
const ALONE = ['test/hot-path.test.ts', 'src/db/prepared.test.ts', 'test/golden/golden.test.ts']

export default defineConfig({
  test: {
    globalSetup: ['test/global-setup.ts'],
    setupFiles: ['test/observe-rows.ts'],
    provide: { seed },
    // Each worker runs a database of its own beside the tests, which takes the other half of a second core. One with a browser waits for half of
    // the time.
    maxWorkers: Math.max(2, availableParallelism() - 1) + (BROWSER_TESTS === 'all' ? 1 : 0),
    sequence: { sequencer: SlowFirst },
    // Far beyond what anything takes: a test that hangs is found, a machine that is busy is not.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    teardownTimeout: 60_000,
    // Node reads TypeScript itself, as when it serves; nothing is mocked that a loader would have to put in place. It takes a fifteenth less.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Left alone, it is one second. The console looks again by itself after half a minute: longer than that.
    expect: { poll: { timeout: 75_000 } },
    projects: [
      // What a worker has loaded and compiled serves its next file too: each would begin with seconds of that.
      {
        extends: true,
        test: {
          name: 'shared',
          isolate: false,
          include: ALL,
          exclude: [...ALONE, ...LONG, ...SHORTER, ...SCREENS],
        },
      },
      { extends: true, test: { name: 'alone', include: ALONE } },
    ],
  },
})
