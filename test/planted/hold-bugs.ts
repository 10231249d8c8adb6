import type { Bug } from './bug.ts'

const rules = 'src/inventory/ledger/hold-rules.ts'
const tests = ['src/inventory/ledger/hold-rules.test.ts', 'src/inventory/holds/holds.test.ts']

/** Of what may not leave a bay or a parcel, or come into it. */
export const holdBugs: Bug[] = [
  {
    promise: 'a hold stands from the moment on at which it begins',
    file: rules,
    right: 'return beginsAt <= at && (overAt === null || at < overAt)',
    wrong: 'return beginsAt < at && (overAt === null || at < overAt)',
    tests,
  },
  {
    promise: 'a load into a bay on hold is stopped, as one out of it is',
    file: 'src/inventory/loads/held-loads.ts',
    right: 'const comes = into?.place.bayId ?? null',
    wrong: 'const comes = locked.holds.length > 0 ? null : (into?.place.bayId ?? null)',
    tests: ['src/inventory/holds/holds.test.ts'],
  },
  {
    promise: 'a plan of which the time has come is stopped on the weighbridge',
    file: 'src/inventory/loads/edit/held-edits.ts',
    right: "return kind === 'restored' || (was.effective_at > was.recorded_at && isUnread)",
    wrong: "return kind === 'restored' || (was.effective_at < was.recorded_at && isUnread)",
    tests: ['src/inventory/holds/holds.test.ts', 'test/model'],
  },
  {
    promise: 'what had left before the hold was entered is weighed as ever',
    file: rules,
    right: 'filter(({ createdAt }) => was.at < createdAt)',
    wrong: 'filter(({ createdAt }) => was.at > createdAt)',
    tests,
  },
  {
    promise: 'a hold on one parcel leaves the others of its bay alone',
    file: rules,
    right: '(hold.recordId === null || hold.recordId === recordId) &&\n        (hold.blocks',
    wrong: '(hold.blocks',
    tests,
  },
]
