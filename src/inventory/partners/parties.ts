import { message } from '../../words/catalogue.ts'
import { anyOf } from '../../db/any-of.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { allSettled } from '../../kernel/all-settled.ts'
import { fault, type Fault, notFound, refuseFaults } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { nameKey, tidied } from '../../kernel/names.ts'
import { paired } from '../../kernel/paired.ts'
import { detailNames, type PartnerDetails } from './details.ts'
import { findPartners, savePartner, type FoundPartner } from './known-partners.ts'

/** Somebody the caller trades with: an organisation here, or a partner known by the caller's own id for it. */
export interface Party {
  id: string
  name: string
}

/** A party as a body names it. */
export interface NamedParty {
  id?: string | null | undefined
  name?: string | null | undefined
}

/** The id of an organisation here as we write it, also where another program has it in capitals; any other text as it is. */
export function ourId(text: string): string {
  const small = text.toLowerCase()
  return isId(small) ? small : text
}

/**
 * Resolves the party that a body means by an id and a name; see `NamedParties.resolve`, which this calls for one.
 *
 * @returns the party, or the fault of the body, at `path`
 */
export async function resolveParty(
  trx: Transaction,
  actor: Actor,
  named: NamedParty,
  path: PartyPaths,
): Promise<Party | Fault> {
  const parties = await NamedParties.of(trx, actor, [named])
  return parties.resolve(named, path)
}

interface PartyPaths {
  id: string
  name: string
}

/** Those whom bodies name, looked up together. */
export class NamedParties {
  readonly #trx: Transaction
  readonly #actor: Actor
  readonly #organisations: ReadonlyMap<string, Party>
  /** By all that a body says of each. */
  readonly #partners: ReadonlyMap<string, FoundPartner | null>
  /** The partners of which something was kept since they were looked up. */
  readonly #learned = new Set<string>()

  private constructor(
    trx: Transaction,
    actor: Actor,
    organisations: ReadonlyMap<string, Party>,
    partners: ReadonlyMap<string, FoundPartner | null>,
  ) {
    this.#trx = trx
    this.#actor = actor
    this.#organisations = organisations
    this.#partners = partners
  }

  /** Looks them up, in one round trip; in none where nobody is named. */
  static async of(trx: Transaction, actor: Actor, named: NamedParty[]): Promise<NamedParties> {
    const distinct = new Map(named.map(givenOf).map((given) => [keyOf(given), given]))
    distinct.delete(keyOf(givenOf({})))
    const given = [...distinct.values()]
    const [partners, organisations] = await allSettled([
      findPartners(trx, actor, given),
      findOrganisations(
        trx,
        given.map(({ id }) => ourId(id)),
      ),
    ])
    return new NamedParties(trx, actor, organisations, new Map(paired([...distinct.keys()], partners)))
  }

  /** Finds the party that a body means, of those that are known; undefined for anybody new. */
  find(named: NamedParty): Party | undefined {
    const given = givenOf(named)
    const found = this.#organisations.get(ourId(given.id)) ?? this.#partners.get(keyOf(given))
    return found ? { id: found.id, name: found.name } : undefined
  }

  /** True if nothing in a body about a party has to be stored: the party is known, or too little is given of it. */
  keepsNothing(named: NamedParty): boolean {
    const given = givenOf(named)
    if (given.id === '' || this.#organisations.has(ourId(given.id))) return true
    const found = this.#partners.get(keyOf(given)) ?? null
    if (!found && given.name === '') return this.#learned.size === 0
    return this.#isSure(found) && partyMeant(given, found).learned === null
  }

  /**
   * Resolves the party that is meant by an id and a name. An organisation that uses this service has its own name. Any other id is the
   * caller's own for a trading partner, who is stored from then on. An id that is not known yet needs a name, and with the name of a partner
   * that is known it is that partner. A name alone is such an id as well. (docs/decisions/0003-trading-partners.md)
   *
   * @returns the party, or the fault of the body, at `path`
   */
  async resolve(named: NamedParty, path: PartyPaths): Promise<Party | Fault> {
    const given = givenOf(named)
    if (given.id === '') return fault(path.id, message('isNeeded', {}), 'required')
    const organisation = this.#organisations.get(ourId(given.id))
    if (organisation) return organisation
    let found = this.#partners.get(keyOf(given)) ?? null
    // What was kept just now may be meant as well.
    if (this.#learned.size > 0 && !this.#isSure(found))
      found = (await findPartners(this.#trx, this.#actor, [given]))[0] ?? null
    if (!found && given.name === '') return fault(path.name, message('partnerNeedsName', {}), 'required')
    const { party, learned } = partyMeant(given, found)
    if (learned) {
      savePartner(this.#trx, this.#actor, learned)
      this.#learned.add(learned.id).add(party.id)
    }
    return party
  }

  #isSure(found: FoundPartner | null): found is FoundPartner {
    return found !== null && found.isById && !this.#learned.has(found.id)
  }
}

function givenOf({ id, name }: NamedParty): Party {
  return { id: tidied(id ?? '') || tidied(name ?? ''), name: tidied(name ?? '') }
}

function keyOf({ id, name }: Party): string {
  return JSON.stringify([id, name])
}

/** The organisations here that have some ids, by these. */
async function findOrganisations(trx: Transaction, ids: string[]): Promise<Map<string, Party>> {
  const wanted = [...new Set(ids.filter(isId))]
  if (wanted.length === 0) return new Map()
  const rows = await trx
    .selectFrom('organisations')
    .select(['id', 'name'])
    .where('id', '=', anyOf(wanted, 'uuid'))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Facts of a party that have to be stored: a new partner, another name for one, or another id. */
interface Learned extends Party {
  mergedInto: string | null
}

/**
 * The partner that an id and a name mean, and what they tell that was not known. A name that somebody gave a partner stays, and so does
 * that of a merged one; otherwise a partner is called what it was called last.
 */
export function partyMeant(
  given: Party,
  found: FoundPartner | null,
): { party: Party; learned: Learned | null } {
  if (!found) return { party: given, learned: { ...given, mergedInto: null } }
  const { id, name } = found
  if (!found.isById) return { party: { id, name }, learned: { ...given, mergedInto: id } }
  const stays = given.name === '' || found.isNamed || found.isMerged || nameKey(given.name) === nameKey(name)
  if (stays) return { party: { id, name }, learned: null }
  const renamed = { id, name: given.name }
  return { party: renamed, learned: { ...renamed, mergedInto: null } }
}

/** @throws Refusal `invalid_input` for the id of an organisation that uses this service: it has a name of its own */
export async function ensureNoOrganisation(trx: Transaction, id: string): Promise<void> {
  const ours = ourId(id)
  if (!isId(ours)) return
  const row = await trx.selectFrom('organisations').select('name').where('id', '=', ours).executeTakeFirst()
  if (row) refuseFaults([fault('id', message('isOrganisationId', { name: row.name }), 'contradiction')])
}

/**
 * Partners of the caller's, locked in the order of their ids, so that two changes of them come one after the other.
 *
 * @throws Refusal `not_found` where the first is none
 */
export async function lockPartners(
  trx: Transaction,
  { organisationId }: Actor,
  [id, ...others]: [string, ...string[]],
) {
  const rows = await trx
    .selectFrom('partners')
    .select(['id', 'name', 'is_named', ...detailNames])
    .$narrowType<PartnerDetails>()
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', [id, ...others])
    .where('merged_into', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const partner = byId.get(id)
  if (!partner) throw notFound('partner', id)
  return { partner, byId }
}
