import type { Bug } from './bug.ts'

/** Of how files are read, what parcels are described as afterwards, and whose turn it is. */
export const readingBugs: Bug[] = [
  {
    promise: 'a time of day is read as its country writes it',
    file: 'src/kernel/time-of-day.ts',
    right: 'return hour > 12 ? hour : (hour % 12) + 12',
    wrong: 'return hour > 12 ? hour : hour + 12',
    tests: ['src/system/imports/time-of-day.test.ts'],
  },
  {
    promise: 'a number that a spreadsheet made a fraction is the number of the ticket',
    file: 'src/kernel/ticket-number.ts',
    right: "    .replace(FRACTION, '$1')\n",
    wrong: '',
    tests: ['src/kernel/ticket-number.test.ts'],
  },
  {
    promise: 'a parcel is what follows from the beginning, by whichever way one came there',
    file: 'src/inventory/stock/recompute-descriptions.ts',
    right: 'if (late.length === 0 || (await changesNothing(trx, byRecord(late), now))) return new Map()',
    wrong: 'if (late.length >= 0) return new Map()',
    tests: ['src/inventory/stock/found-stock.test.ts', 'test/model'],
  },
  {
    promise: 'whoever asks for one thing waits for one of each of the others',
    file: 'src/kernel/concurrency.ts',
    right: '      this.#lines.delete(who)\n      if (line.size > 0) this.#lines.set(who, line)\n',
    wrong: '      if (line.size === 0) this.#lines.delete(who)\n',
    tests: ['src/kernel/concurrency.test.ts'],
  },
  {
    promise: 'long files of one organisation wait for each other',
    file: 'src/system/imports/import-file.ts',
    right: 'const longFiles = new FairTurns({ inAll: 2, ofOne: () => 1 })',
    wrong: 'const longFiles = new FairTurns({ inAll: 2, ofOne: () => 2 })',
    tests: ['src/inventory/imports/long-imports.test.ts'],
  },
  {
    promise: 'who opens far too many streams costs the database nothing',
    file: 'src/system/events/routes.ts',
    right: '      turns.take(request, reply)\n',
    wrong: '',
    tests: ['src/system/events/events.test.ts'],
  },
  {
    promise: 'nobody waits for sums who does not want to',
    file: 'src/http/search/find.ts',
    right: 'if (query.wait === false && (await isIndexAwaited(db, definition, actor)))',
    wrong: 'if (query.wait === undefined && (await isIndexAwaited(db, definition, actor)))',
    tests: ['src/inventory/records/prepare-searches.test.ts'],
  },
]
