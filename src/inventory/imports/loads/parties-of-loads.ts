import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { problemAt, type ImportRequest, type Problem } from '../../../system/imports/imports.ts'
import { NamedParties, type Party } from '../../partners/parties.ts'
import type { MissingOf } from '../missing.ts'
import { message } from '../../../words/catalogue.ts'
import type { LoadRow } from './load-columns.ts'

/** Parties that rows name: a sender, a receiver, an owner. */

/** As columns name it. */
export interface PartyOfRow {
  id?: string
  name?: string
}

/** Those of a row, with the id that each is known by here; undefined where the row names none. */
export interface PartiesOfRow {
  sender: PartyOfRow | undefined
  receiver: PartyOfRow | undefined
  /** Of grain that is somebody else's. */
  owner: PartyOfRow | undefined
  /** By the names above: what a known partner is called here. */
  known: Partial<Record<Role, Party>>
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

function partyOf({ values }: LoadRow, role: Role): PartyOfRow | undefined {
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
  const parties = await NamedParties.of(
    trx,
    actor,
    asked.map(({ party }) => party),
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
  for (const { row, role, party } of asked) {
    const its = found.get(row)
    const partner = parties.find(party)
    if (!its) continue
    if (partner) its.known[role] = partner
    else {
      its.missing.push({ what: 'partners', name: party.name ?? party.id ?? '', isMade })
      const [id, name] = columns[role]
      const column = party.name === undefined ? id : name
      if (!isMade) its.problems.push(problemAt(row, column, message('partyIsUnknown', {}), 'unknown'))
    }
  }
  return rows.map((row) => found.get(row) as PartiesOfRow)
}
