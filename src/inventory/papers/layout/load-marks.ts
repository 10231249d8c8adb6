import type { Content } from '../../../http/pdf/sheet.ts'
import type { WeightMark } from '../../readings/rules.ts'
import type { LoadMarks } from '../facts.ts'
import { INK_2, type Pen } from './drawn.ts'

const signs: Record<WeightMark, string> = { typed: '*', remembered: '**' }

/** Says of a load in a list that it was let go in spite of a hold, and puts the signs of its weight behind it. */
export function marksText({ words }: Pen, { marks = [], holdOverride }: LoadMarks): string {
  const held = holdOverride === undefined ? [] : [`(${words.despiteHold({ why: holdOverride })})`]
  return [...held, ...marks.map((mark) => signs[mark])].map((text) => ` ${text}`).join('')
}

/** Explains the signs that stand on a paper. */
export function markNotes({ words }: Pen, lines: LoadMarks[]): Content[] {
  const used = new Set(lines.flatMap(({ marks = [] }) => marks))
  return (['typed', 'remembered'] as const)
    .filter((mark) => used.has(mark))
    .map((mark) => ({
      text: `${signs[mark]} ${words[`mark ${mark}`]}`,
      fontSize: 7.5,
      color: INK_2,
      margin: [0, 4, 0, 0],
    }))
}
