import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { isId } from '../../../kernel/ids.ts'
import { problemAt, type ImportRequest, type Problem } from '../../../system/imports/imports.ts'
import { findPartners } from '../../partners/known-partners.ts'
import { ourId } from '../../partners/parties.ts'
import type { MissingOf } from '../missing.ts'
import type { LoadRow } from './load-columns.ts'

/** Whom rows name: a sender, a receiver, an owner. */

export interface NamedParty {
  id?: string
  name?: string
}

/** Those of a row, with the id that each is known by here; undefined where the row names none. */
export interface PartiesOfRow {
  sender: NamedParty | undefined
  receiver: NamedParty | undefined
  /** Of grain that is somebody else's. */
  owner: NamedParty | undefined
  /** By the names above: what a known partner is called here. */
  known: Partial<Record<Role, { id: string; name: string }>>
  missing: MissingOf
  problems: Problem[]
}

type Role = 'sender' | 'receiver' | 'owner'
const columns = {
  sender: ['senderId', 'sender'],
  receiver: ['receiverId', 'receiver'],
  owner: ['ownerId', 'ownerName'],
} as const
const roles: Role[] = ['sender', 'receiver', 'owner']

function partyOf({ values }: LoadRow, role: Role): NamedParty | undefined {
  const [id, name] = columns[role].map((column) => values[column])
  if (id === undefined && name === undefined) return undefined
  return { ...(id !== undefined && { id }), ...(name !== undefined && { name }) }
}

/**
 * Looks up whom rows name. Who is not there yet is kept as a partner with the load that names it, where the run may make partners; otherwise
 * the row is refused, for a slip of the pen would be a partner for good.
 */
export async function findParties(
  trx: Transaction,
  actor: Actor,
  rows: LoadRow[],
  { creates }: Pick<ImportRequest, 'creates'>,
): Promise<PartiesOfRow[]> {
  const asked = rows.flatMap((row) =>
    roles.flatMap((role) => {
      const party = partyOf(row, role)
      return party ? [{ row, role, party }] : []
    }),
  )
  const partners = await findPartners(
    trx,
    actor,
    asked.map(({ party: { id, name } }) => ({ id: id ?? name ?? '', name: name ?? '' })),
  )
  const organisations = await findOrganisations(
    trx,
    asked.flatMap(({ party }) => ourId(party.id ?? '')),
  )
  const isMade = creates.has('partners')
  const found = new Map<LoadRow, PartiesOfRow>()
  for (const row of rows)
    found.set(row, {
      sender: partyOf(row, 'sender'),
      receiver: partyOf(row, 'receiver'),
      owner: partyOf(row, 'owner'),
      known: {},
      missing: [],
      problems: [],
    })
  for (const [index, { row, role, party }] of asked.entries()) {
    const its = found.get(row)
    const partner = partners[index] ?? organisations.get(ourId(party.id ?? ''))
    if (!its) continue
    if (partner) its.known[role] = { id: partner.id, name: partner.name }
    else {
      its.missing.push({ what: 'partners', name: party.name ?? party.id ?? '', isMade })
      const [id, name] = columns[role]
      const column = party.name === undefined ? id : name
      if (!isMade)
        its.problems.push(
          problemAt(
            row,
            column,
            'is not known here: put it right, or send the file with create=partners',
            'unknown',
          ),
        )
    }
  }
  return rows.map((row) => found.get(row) as PartiesOfRow)
}

async function findOrganisations(
  trx: Transaction,
  ids: string[],
): Promise<Map<string, { id: string; name: string }>> {
  const wanted = [...new Set(ids.filter(isId))]
  if (wanted.length === 0) return new Map()
  const rows = await trx
    .selectFrom('organisations')
    .select(['id', 'name'])
    .where('id', 'in', wanted)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
