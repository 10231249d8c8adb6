import type { Kysely } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { closed } from '../../http/validate/schema.ts'
import { findPositionConflicts } from '../trading-position/queries.ts'
import { PositionConflict } from '../trading-position/schema.ts'

const MOST_SHOWN = 5

/** Impossibilities that the position shows. */
export const PositionAttention = {
  position: closed(
    {
      count: Type.Integer(),
      first: Type.Array(PositionConflict, { description: 'The earliest first.' }),
    },
    'What is oversold, overbought, or less than is reserved.',
  ),
}
type PositionAttention = { position: Static<typeof PositionAttention.position> }

/** The cost goes with what lies here, what is planned and what is left of contracts; nothing where no contract runs. */
export async function readPositionAttention(db: Kysely<Tables>, actor: Actor): Promise<PositionAttention> {
  const found = await findPositionConflicts(db, actor)
  return { position: { count: found.length, first: found.slice(0, MOST_SHOWN) } }
}
