import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { Refusal } from '../../kernel/errors.ts'
import { organisationReader } from '../../system/access/organisation-reader.ts'
import type { LoadFacts } from './facts.ts'
import { digestOf, type PrintedPaper } from './store-paper.ts'
import { readLoad } from './load-facts.ts'
import { passportNow } from './passport-facts.ts'

/** Validity of a paper: replaced by a newer print, corrected or taken back in the book, or as the book has it. */
export type Validity = 'newest' | 'replaced' | 'corrected' | 'taken back'

/** Finds what became of a paper since it was printed. For a load the book itself is read, whether or not anybody has printed since. */
export async function validityOf(db: Kysely<Tables>, paper: PrintedPaper, now: Date): Promise<Validity> {
  const { kind, facts, replacedAt, digest } = paper
  if (kind !== 'ticket' && kind !== 'passport') return replacedAt ? 'replaced' : 'newest'
  // Of these kinds it is.
  const [first] = (facts as LoadFacts).parts
  const load =
    first &&
    (await findLoad(db, await organisationReader(db, paper.organisationId, now), kind, first.movementId))
  if (!load || load.facts.status === 'deleted') return 'taken back'
  if (replacedAt) return 'replaced'
  return digestOf(load.basis).equals(digest) ? 'newest' : 'corrected'
}

/** Reads the paper of a load as it would be now; undefined where there is no such load any more. */
async function findLoad(db: Kysely<Tables>, actor: Actor, kind: 'ticket' | 'passport', movementId: number) {
  const id = String(movementId)
  try {
    return kind === 'ticket' ? await readLoad(db, actor, id) : await passportNow(db, actor, id)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
