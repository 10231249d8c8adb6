import type { Transaction } from '../../db/transaction.ts'
import { fault, type Fault } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { tidied } from '../../kernel/names.ts'

/** Somebody the caller trades with: an organisation here, or a partner known by the caller's own id for it. */
export interface Party {
  id: string
  name: string
}

/** The id of an organisation here as we write it, also where another program has it in capitals; any other text as it is. */
export function ourId(text: string): string {
  const small = text.toLowerCase()
  return isId(small) ? small : text
}

/**
 * Who is meant by an id and a name in a body. An organisation that uses this service is called by its own name; any
 * other id is the caller's own for a trading partner and needs a name. (docs/decisions/0003-trading-partners.md)
 */
export async function resolveParty(
  trx: Transaction,
  { id, name }: { id?: string | null | undefined; name?: string | null | undefined },
  path: { id: string; name: string },
): Promise<Party | Fault> {
  const given = tidied(id ?? '')
  if (given === '') return fault(path.id, 'is needed', 'required')
  const ours = ourId(given)
  const known = isId(ours)
    ? await trx.selectFrom('organisations').select('name').where('id', '=', ours).executeTakeFirst()
    : undefined
  if (known) return { id: ours, name: known.name }
  const called = tidied(name ?? '')
  return called === ''
    ? fault(path.name, 'is needed for a trading partner that does not use this service', 'required')
    : { id: given, name: called }
}
