import { read, write, type Operation } from '../../http/operation.ts'
import { drawLogo } from './draw-logo.ts'
import { getLetterhead, Letterhead, LetterheadBody, updateLetterhead } from './letterhead.ts'

/** Operations for the texts at the head and the foot of papers: set once, printed on all. */
export function letterheadOperations(): Operation[] {
  return [
    read(
      {
        path: '/papers/letterhead',
        title: 'Read the letterhead',
        description:
          'What stands at the head and the foot of your organisation’s papers beside its name; empty texts where nothing was set.',
        permission: 'stock:read',
        result: Letterhead,
        isResource: true,
      },
      getLetterhead,
    ),
    write(
      {
        method: 'PATCH',
        path: '/papers/letterhead',
        title: 'Change the letterhead',
        description:
          'Changes what stands at the head and the foot of papers from now on; what is left out stays as it was. A logo is drawn anew as PNG, on white and at most 800 by 320 pixels, ' +
          'whatever else is in its file. Papers that were printed keep the letterhead of their first print.',
        permission: 'organisation:write',
        body: LetterheadBody,
        result: Letterhead,
        example: { telephone: '+44 1582 000000', assuranceNumbers: 'TASCC 1234' },
        isResource: true,
        current: getLetterhead,
        prepare: async (_db, _actor, { body: { logo } }) => (logo == null ? logo : drawLogo(logo)),
      },
      (trx, actor, { body, prepared }) => updateLetterhead(trx, actor, body, prepared),
    ),
  ]
}
