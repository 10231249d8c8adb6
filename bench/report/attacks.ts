import { notMeasured, type Load } from '../load.ts'
import type { Measured, Section } from './section.ts'
import { digits, markdownTable, thousands } from './text.ts'

/** One attack: what it does, and what it was answered. */
export interface Attack {
  name: string
  does: string
  /** How often, by status or what became of the line. */
  answered: Record<string, number>
}

/** What bench/attacks.ts measures. Loads go by the name of the attack, and `beside` it those of the seconds before. */
export interface AttacksResult extends Measured {
  rounds: number
  seconds: number
  clients: number
  attacks: Attack[]
  meanwhile: Record<string, Load>
  before: Record<string, Load>
}

const ratioOf = ({ meanwhile, before }: AttacksResult, name: string): number =>
  (meanwhile[name] ?? notMeasured).p95 / (before[name] ?? notMeasured).p95

/** How much longer ordinary requests take while others mean harm. */
export const attacksSection: Section<AttacksResult> = {
  name: 'attacks',
  heading: 'While others mean harm',
  text: ({ rounds, seconds, clients }) =>
    `${clients} clients move stock, search and look records up, each with a moment in between, for ${seconds} seconds alone and ${seconds} seconds under each attack, in turns, ${rounds} times.
The attacker has a good key of another organisation, where a key helps. What each attack is answered is held by the tests of \`test/attacks\`. \`node bench/attacks.ts\`.`,
  tables: (result) =>
    markdownTable(
      ['attack', 'what it does', 'answered', 'p95 ms before', 'p95 ms meanwhile', 'times as long'],
      result.attacks.map(({ name, does, answered }) => [
        name,
        does,
        Object.entries(answered)
          .map(([status, times]) => `${status} (${thousands(times)})`)
          .join(', '),
        digits((result.before[name] ?? notMeasured).p95),
        digits((result.meanwhile[name] ?? notMeasured).p95),
        digits(ratioOf(result, name)),
      ]),
    ),
  plots: () => [],
  goals: [
    {
      what: 'ordinary requests under the worst attack, p95 beside their usual one',
      unit: 'times',
      under: 2,
      figure: (result) => Math.max(...result.attacks.map(({ name }) => ratioOf(result, name))),
    },
  ],
}
