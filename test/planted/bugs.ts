import type { Bug } from './bug.ts'
import { doorBugs } from './door-bugs.ts'
import { holdBugs } from './hold-bugs.ts'
import { loadBugs } from './load-bugs.ts'
import { readingBugs } from './reading-bugs.ts'
import { numberBugs } from './number-bugs.ts'
import { pageBugs } from './page-bugs.ts'
import { periodBugs } from './period-bugs.ts'
import { stockBugs } from './stock-bugs.ts'
import { stocktakeBugs } from './stocktake-bugs.ts'
import { weightBugs } from './weight-bugs.ts'

const ledgerRules = 'src/inventory/ledger/rules.ts'
const ledgerTotals = 'src/inventory/ledger/totals-rules.ts'
const ledgerTests = ['src/inventory/ledger/rules.test.ts']
const movementTests = [
  'src/inventory/movements/create-movements.test.ts',
  'src/inventory/movements/movements.test.ts',
]
const contractRules = 'src/inventory/contracts/rules.ts'
const contractTests = ['src/inventory/contracts/rules.test.ts', 'src/inventory/contracts/drying.test.ts']
const harvestRules = 'src/inventory/harvest/rules.ts'
const harvestTests = ['src/inventory/harvest/rules.test.ts']
const blendRules = 'src/inventory/stock/blend-rules.ts'
const blendTests = ['src/inventory/stock/blend-rules.test.ts']
const conflictRules = 'src/inventory/ledger/conflict-rules.ts'
const conflictTests = ['src/inventory/ledger/conflict-rules.test.ts', 'src/inventory/storage']
const composition = 'src/inventory/ledger/composition-rules.ts'
const traceTests = [
  'src/inventory/ledger/composition-rules.test.ts',
  'src/inventory/records/trace/trace.test.ts',
]

const groupTests = ['test/group-commit.test.ts']

/** One for each promise that people settle invoices on; nearest to the ledger first. */
export const bugs: Bug[] = [
  {
    promise: 'no past overdraft',
    file: ledgerRules,
    right: 'if (at <= sweep.now && sweep.afterGrams < 0 && sweep.afterGrams < sweep.beforeGrams)',
    wrong: 'if (at < sweep.now && sweep.afterGrams < -1 && sweep.afterGrams < sweep.beforeGrams)',
    tests: ledgerTests,
  },
  {
    promise: 'a shortfall that is there is not made deeper, and may be mended',
    file: ledgerRules,
    right: 'sweep.afterGrams < 0 && sweep.afterGrams < sweep.beforeGrams',
    wrong: 'sweep.afterGrams < 0',
    tests: ledgerTests,
  },
  {
    promise: 'a back-dated entry is judged on every later day',
    file: ledgerRules,
    right: 'if (day.start <= sweep.now && shift < 0 && lowGrams < 0)',
    wrong: 'if (day.start <= sweep.now && shift < 0 && sweep.afterGrams < 0)',
    tests: ['src/inventory/ledger/whole-days.test.ts', 'test/model'],
  },
  {
    promise: 'a count stays as counted',
    file: ledgerRules,
    right: '  sweep.afterGrams += grams\n',
    wrong: '',
    tests: ledgerTests,
  },
  {
    promise: 'a count takes an earlier entry by its own difference',
    file: ledgerRules,
    right: 'sweep.outcome.corrections.push({ at, factId, grams, reason })',
    wrong: 'sweep.outcome.corrections.push({ at, factId, grams: -grams, reason })',
    tests: ledgerTests,
  },
  {
    promise: 'an emptied bay writes up a small excess and no more',
    file: ledgerRules,
    right: 'gainedGrams + neededGrams > maxGainGrams',
    wrong: 'neededGrams > maxGainGrams',
    tests: ledgerTests,
  },
  {
    promise: 'facts are ordered by instant, then by number',
    file: ledgerRules,
    right: 'return a.at - b.at || a.factId - b.factId',
    wrong: 'return a.at - b.at || b.factId - a.factId',
    tests: ledgerTests,
  },
  {
    promise: 'one bay holds one record at a time',
    file: ledgerRules,
    right: 'if (grown && other) return { at, recordId: grown.recordId, otherRecordId: other.recordId }',
    wrong: 'if (!grown && other) return { at, recordId: other.recordId, otherRecordId: other.recordId }',
    tests: ['src/inventory/ledger/rules.test.ts', 'src/inventory/movements/create-movements.test.ts'],
  },
  {
    promise: 'loss is net of gains',
    file: ledgerTotals,
    right: 'lossGrams: isLoss || isGainBack ? grams : isGain || isLossBack ? -grams : 0,',
    wrong: 'lossGrams: isLoss || isGainBack ? grams : 0,',
    tests: ['src/inventory/ledger/rules.test.ts', 'test/model'],
  },
  {
    promise: 'what is sold is outbound and sold',
    file: ledgerTotals,
    right: "soldGrams: entry.sold && to?.startsWith('receiver:') && !cameIn ? grams : 0,",
    wrong: "soldGrams: to?.startsWith('receiver:') && !cameIn ? grams : 0,",
    tests: ['src/inventory/ledger/contribution.test.ts', ...movementTests],
  },
  {
    promise: 'an edit or delete takes back what was entered',
    file: 'src/inventory/ledger/posting.ts',
    right: '    sourceRecordId: entry.destinationRecordId,\n    sourceOutside: entry.destinationOutside,',
    wrong: '    sourceRecordId: entry.sourceRecordId,\n    sourceOutside: entry.sourceOutside,',
    tests: movementTests,
  },
  {
    promise: 'an edit takes back at the old date and not at the new one',
    file: 'src/inventory/ledger/posting.ts',
    right: '    isReversal: true,',
    wrong: '    isReversal: true,\n    at: entry.at + 86_400_000,',
    tests: [...movementTests, 'test/model'],
  },
  {
    promise: 'two callers never spend the same kilogram',
    file: 'src/inventory/ledger/balances.ts',
    right: 'order by b.record_id for update of b',
    wrong: 'order by b.record_id',
    tests: ['test/races.test.ts'],
    needsServer: true,
  },
  {
    promise: 'movements that meet in one bay join one parcel',
    file: 'src/inventory/stock/lock-stock.ts',
    right: 'order by b.id for update of b',
    wrong: 'order by b.id',
    tests: ['test/races.test.ts'],
    needsServer: true,
  },
  {
    promise: 'intakes that come to one bay at once make one record',
    file: 'src/inventory/stock/lock-bays.ts',
    right: 'order by id for update',
    wrong: 'order by id',
    tests: ['test/races.test.ts'],
    needsServer: true,
  },
  {
    promise: 'standing crop is not stock: harvesting draws on it freely',
    file: 'src/inventory/loads/rules.ts',
    right: 'if (source.isPlanting) return { from: harvest, to, grams, plantingId: source.recordId, sold }',
    wrong: 'if (source.isPlanting) return { from: record(source.recordId), to, grams, sold }',
    tests: ['src/inventory/harvest/loads.test.ts'],
  },
  {
    promise: 'a correction of the source is made in the direction of its sign',
    file: 'src/inventory/loads/rules.ts',
    right: 'adjustment.grams > 0\n',
    wrong: 'adjustment.grams < 0\n',
    tests: movementTests,
  },
  {
    promise: 'intake and outbound need a driver and both weights',
    file: 'src/inventory/loads/rules.ts',
    right: "const isNeeded = row.type !== 'internal'",
    wrong: "const isNeeded = row.type === 'intake'",
    tests: movementTests,
  },
  {
    promise: 'net is full less empty',
    file: 'src/inventory/loads/rules.ts',
    right: 'full_grams - empty_grams',
    wrong: 'full_grams',
    tests: movementTests,
  },
  {
    promise: 'a row of a drying table holds from its minimum to below its maximum',
    file: contractRules,
    right: 'from <= moisturePercentage && (moisturePercentage < to',
    wrong: 'from <= moisturePercentage && (moisturePercentage <= to',
    tests: contractTests,
  },
  {
    promise: 'grain at the agreed moisture is not dried',
    file: contractRules,
    right: 'if (moisturePercentage <= levelPercentage) return undefined',
    wrong: 'if (moisturePercentage < levelPercentage) return undefined',
    tests: contractTests,
  },
  {
    promise: 'dry matter is kept: the shrink is of what remains',
    file: contractRules,
    right: 'whole: thousandths(dryMatterOf(levelPercentage))',
    wrong: 'whole: HUNDRED_PER_CENT',
    tests: contractTests,
  },
  {
    promise: 'a blend has the lower grade',
    file: blendRules,
    right: 'return rank(b) > rank(a) ? b : a',
    wrong: 'return rank(b) < rank(a) ? b : a',
    tests: blendTests,
  },
  {
    promise: 'a blend keeps only the tags in common',
    file: blendRules,
    right: 'present.tagIds.filter((id) => arriving.tagIds.includes(id))',
    wrong: 'present.tagIds.filter(() => true)',
    tests: blendTests,
  },
  {
    promise: 'quality is a mean weighted by weight',
    file: blendRules,
    right: '(measured.value * a.grams + other.value * b.grams) / total',
    wrong: '(measured.value + other.value) / 2',
    tests: blendTests,
  },
  {
    promise: 'a bay over its capacity is a conflict',
    file: conflictRules,
    right: 'totalGrams > capacityGrams)',
    wrong: 'totalGrams > capacityGrams * 2)',
    tests: conflictTests,
  },
  {
    promise: 'a rule reports only what became worse',
    file: conflictRules,
    right: 'grams <= Math.max(last.get(key)?.grams ?? -1,',
    wrong: 'grams <= Math.max(-1,',
    tests: conflictTests,
  },
  {
    promise: 'a command answers what it made worse, and nothing that was as bad before',
    file: conflictRules,
    right: 'known?.get(key)?.grams ?? -1)) continue',
    wrong: '-1)) continue',
    tests: conflictTests,
  },
  {
    promise: 'a plan that empties a bay makes up no grain',
    file: ledgerRules,
    right: '> maxGainGrams ? -gainedGrams : neededGrams',
    wrong: '> maxGainGrams && at <= sweep.now ? -gainedGrams : neededGrams',
    tests: ['src/inventory/ledger/rules.test.ts'],
  },
  {
    promise: 'what leaves takes every part in proportion',
    file: composition,
    right: 'const share = grams * (part / total)',
    wrong: 'const share = grams * (part / total) ** 2',
    tests: traceTests,
  },
  {
    promise: 'parts add up to the whole, to the gram',
    file: composition,
    right: '    given = due\n',
    wrong: '    given = grams * (sum / total)\n',
    tests: traceTests,
  },
  {
    promise: 'what is still to come is at the field’s own yield',
    file: harvestRules,
    right: '? measured.gramsPerSquareMetre * each.remaining',
    wrong: '? gramsOn(each.remaining, each.expectedGramsPerHectare)',
    tests: harvestTests,
  },
  {
    promise: 'a field that is split keeps its own yield',
    file: 'src/inventory/storage/share-plantings.ts',
    right: 'share.remaining - share.area, split_group_id, expected_yield',
    wrong: '0, split_group_id, expected_yield',
    tests: ['src/inventory/harvest/plans.test.ts', 'src/inventory/harvest/split-yields.test.ts'],
  },
  {
    promise: 'moisture is weighted by load',
    file: harvestRules,
    right: 'toThousandths(sum((each) => each.gramsTimesMoisture) / measuredGrams)',
    wrong: 'toThousandths(sum((each) => each.gramsTimesMoisture / Math.max(each.measuredGrams, 1)))',
    tests: harvestTests,
  },
  {
    promise: 'a remaining area that has changed since is refused',
    file: 'src/inventory/harvest/adjust-remaining-area.ts',
    right: '  refuseStale(body, plantings)\n',
    wrong: '  if (body.length > 1000) refuseStale(body, plantings)\n',
    tests: ['src/inventory/harvest'],
  },
  {
    promise: 'kilograms become grams once, rounded',
    file: 'src/kernel/weight.ts',
    right: 'Math.round(kilograms * 1000)',
    wrong: 'Math.trunc(kilograms * 1000)',
    tests: ['src/kernel', ...movementTests, 'test/model'],
  },
  {
    promise: 'a date alone is the start of the day where the farm is',
    file: 'src/kernel/time.ts',
    right: 'Temporal.PlainDate.from(text).toZonedDateTime(timeZone).epochMilliseconds',
    wrong: "Temporal.PlainDate.from(text).toZonedDateTime('UTC').epochMilliseconds",
    tests: ['src/kernel', ...movementTests],
  },
  {
    promise: 'a viewer changes nothing',
    file: 'src/kernel/permissions.ts',
    right: 'roles.indexOf(actor.role) >= roles.indexOf(least)',
    wrong: 'roles.indexOf(actor.role) >= 0',
    tests: ['test/permissions.test.ts'],
  },
  {
    promise: 'a body names no other organisation',
    file: 'src/http/actor.ts',
    right: 'if (!organisationId || organisationId === actor.organisationId) return\n',
    wrong: 'if (actor.organisationId) return\n',
    tests: movementTests,
  },
  {
    promise: 'one key makes one change',
    file: 'src/http/write/idempotency.ts',
    right: 'if (!fingerprint(claim).equals(request)) {',
    wrong: 'if (request === undefined) {',
    tests: ['test/idempotency.test.ts', 'test/conventions.test.ts'],
  },
  {
    promise: 'a spreadsheet runs nothing that somebody typed',
    file: 'src/kernel/formulas.ts',
    right: 'return text.replaceAll(FORMULA, "\'")',
    wrong: 'return text.replaceAll(HELD, "\'")',
    tests: ['src/http', 'src/inventory/records/search-records.test.ts', 'test/answers.test.ts'],
  },
  ...stockBugs,
  ...stocktakeBugs,
  ...pageBugs,
  ...weightBugs,
  ...periodBugs,
  ...doorBugs,
  ...holdBugs,
  ...loadBugs,
  ...readingBugs,
  ...numberBugs,
  {
    promise: 'each of a group is answered for itself',
    file: 'src/http/write/group-commit.ts',
    right: 'resolve(answers?.[place] ??',
    wrong: 'resolve(answers?.[0] ??',
    tests: groupTests,
  },
  {
    promise: 'a lock that somebody holds keeps nobody waiting who does not need it',
    file: 'src/http/write/group-commit.ts',
    right: 'const STUCK_MILLISECONDS = 200',
    wrong: 'const STUCK_MILLISECONDS = 60_000',
    tests: groupTests,
    needsServer: true,
  },
  {
    promise: 'nobody is given what was looked up before they asked',
    file: 'src/kernel/concurrency.ts',
    right: '    this.#turn = undefined\n    return this.#answer(questions)',
    wrong: '    return this.#answer(questions).finally(() => (this.#turn = undefined))',
    tests: ['src/kernel/concurrency.test.ts'],
  },
  {
    promise: 'nobody reaches what is another’s by its number',
    file: 'src/inventory/records/adjustment-files.ts',
    right: "        .where('record_id', '=', recordId)\n",
    wrong: '',
    tests: ['src/inventory/records/update-record.test.ts'],
  },
  {
    promise: 'how many are found is counted to the millisecond, in whole months and out of them',
    file: 'src/inventory/movements/count-movements.ts',
    right: 'new Date(last.getTime() + 1)',
    wrong: 'new Date(last.getTime())',
    tests: ['src/inventory/movements/months.test.ts'],
  },
]
