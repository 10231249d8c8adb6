import type { Bug } from './bug.ts'

const rules = 'src/inventory/readings/rules.ts'
const tests = ['src/inventory/readings/rules.test.ts']

/** Of where the weights of a lorry come from (rules.md §10). */
export const weightBugs: Bug[] = [
  {
    promise: 'a weight of which nobody says where it comes from counts as typed',
    file: rules,
    right: "if (typedWeights === 'allowed' || (reading && reading.source !== 'typed')) return []",
    wrong: "if (typedWeights === 'allowed' || reading?.source !== 'typed') return []",
    tests,
  },
  {
    promise: 'what the scale said is not said of another figure',
    file: rules,
    right: 'const isSame = grams === gramsOf(before, name)',
    wrong: 'const isSame = grams !== undefined',
    tests,
  },
  {
    promise: 'a remembered tare is used for so many days and no longer',
    file: rules,
    right: '> days * DAY_MS)',
    wrong: '> (days + 1) * DAY_MS)',
    tests,
  },
  {
    promise: 'a lorry whose tares differ has no steady one',
    file: rules,
    right: '<= Math.min(...grams) * STEADY_WITHIN',
    wrong: '<= Math.max(...grams)',
    tests,
  },
]
