import type { Kysely } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { closed } from '../../http/validate/schema.ts'
import { findExpiries } from '../partners/expiring.ts'
import { PartnerExpiry } from '../partners/schema.ts'

const MOST_SHOWN = 5

/** Assurances and declarations of partners that have ended, or end soon. */
export const AssuranceAttention = {
  assurance: closed(
    {
      count: Type.Integer(),
      first: Type.Array(PartnerExpiry, { description: 'The earliest first.' }),
    },
    'Assurances and declarations of partners that have ended, or end within 30 days.',
  ),
}
type AssuranceAttention = { assurance: Static<typeof AssuranceAttention.assurance> }

/** The cost goes with partners of whom something ends. */
export async function readAssuranceAttention(db: Kysely<Tables>, actor: Actor): Promise<AssuranceAttention> {
  const found = await findExpiries(db, actor)
  return { assurance: { count: found.length, first: found.slice(0, MOST_SHOWN) } }
}
