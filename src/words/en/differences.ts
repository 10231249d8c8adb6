import type { Difference, Fact } from '../terms.ts'
import { factIn, type FactWords } from '../facts.ts'
import type { Writing } from '../writing.ts'

const words: FactWords = {
  without: { none: 'none', another: 'another', 'not weighed': 'not weighed', 'not measured': 'not measured' },
  month: (month) => month,
  at: (day, time) => `${day} ${time}`,
}

/** Puts a fact into English. */
export const fact = (said: Fact, write: Writing): string => factIn(words, said, write)

/** `weight 28,460 kg there and 28,640 kg here`. */
export function listed(differences: Difference[], write: Writing): string {
  return differences
    .map(({ trait, there, here }) => `${trait} ${fact(there, write)} there and ${fact(here, write)} here`)
    .join('; ')
}
