import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { isId } from '../../../kernel/ids.ts'
import { nameKey, tidied } from '../../../kernel/names.ts'
import { paired } from '../../../kernel/paired.ts'
import { problemAt, type ImportRequest, type Problem } from '../../../system/imports/imports.ts'
import { findPartners, savePartner } from '../../partners/known-partners.ts'
import { ourId, partyMeant, type Party } from '../../partners/parties.ts'
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
  const distinct = new Map(asked.map(({ party }) => [keyOf(party), party]))
  const meant = await findPartners(
    trx,
    actor,
    [...distinct.values()].map(({ id, name }) => ({ id: id ?? name ?? '', name: name ?? '' })),
  )
  const partners = new Map(paired([...distinct.keys()], meant))
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
  for (const { row, role, party } of asked) {
    const its = found.get(row)
    const partner = partners.get(keyOf(party)) ?? organisations.get(ourId(party.id ?? ''))
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
            'is not known here: put it right, or have new partners made with the file',
            'unknown',
          ),
        )
    }
  }
  return rows.map((row) => found.get(row) as PartiesOfRow)
}

/** Whom loads name that are entered together, in their order. */
export class PartiesInHand {
  readonly #trx: Transaction
  readonly #actor: Actor
  /** By how they are named. */
  readonly #known: ReadonlyMap<string, Party>
  /** Those that nobody knew, by how they are named, and all that they go by. */
  readonly #fresh: ReadonlyMap<string, Party>
  readonly #kept = new Map<string, string>()

  private constructor(trx: Transaction, actor: Actor, known: Map<string, Party>, fresh: Map<string, Party>) {
    this.#trx = trx
    this.#actor = actor
    this.#known = known
    this.#fresh = fresh
  }

  /** Looks them up, as the commands do that enter loads. */
  static async of(trx: Transaction, actor: Actor, named: NamedParty[]): Promise<PartiesInHand> {
    const distinct = new Map(named.map((each) => [keyOf(each), givenOf(each)]))
    distinct.delete(keyOf({}))
    const asked = [...distinct.values()]
    const partners = await findPartners(trx, actor, asked)
    const organisations = await findOrganisations(
      trx,
      asked.map(({ id }) => ourId(id)),
    )
    const [known, fresh] = [new Map<string, Party>(), new Map<string, Party>()]
    for (const [[key, given], partner] of paired([...distinct], partners)) {
      const here = organisations.get(ourId(given.id))
      const { party, learned } = partyMeant(given, partner)
      if (here || !learned) known.set(key, here ?? party)
      else if (!partner && given.name !== '') fresh.set(key, party)
    }
    return new PartiesInHand(trx, actor, known, fresh)
  }

  /** Who is meant; undefined where somebody known is called otherwise than before, or may be one of those that were kept just now. */
  find(named: NamedParty): Party | undefined {
    const key = keyOf(named)
    const fresh = this.#fresh.get(key)
    const alike = fresh && [fresh.id, nameKey(fresh.name)].map((each) => this.#kept.get(each) ?? key)
    return this.#known.get(key) ?? (alike?.every((other) => other === key) ? fresh : undefined)
  }

  /** Keeps as a partner whom nobody knew before. */
  keep(named: NamedParty | undefined): void {
    const key = keyOf(named ?? {})
    const fresh = this.#fresh.get(key)
    if (!fresh || this.#kept.get(fresh.id) === key) return
    for (const each of [fresh.id, nameKey(fresh.name)]) this.#kept.set(each, key)
    savePartner(this.#trx, this.#actor, { ...fresh, mergedInto: null })
  }
}

function givenOf({ id, name }: NamedParty): Party {
  return { id: tidied(id ?? '') || tidied(name ?? ''), name: tidied(name ?? '') }
}

function keyOf(named: NamedParty): string {
  const { id, name } = givenOf(named)
  return JSON.stringify([id, name])
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
