import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { dateFault, fault, isFault, refuseFaults, type Fault } from '../../kernel/errors.ts'
import { isId, newId } from '../../kernel/ids.ts'
import { compareMoney, isCurrency } from '../../kernel/money.ts'
import { tidied } from '../../kernel/names.ts'
import { formatDate, parseInstant } from '../../kernel/time.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { lockOrganisation } from '../../system/lock-organisation.ts'
import { message } from '../../words/catalogue.ts'
import { resolveParty } from '../partners/parties.ts'
import type { CreateTariffBody } from './schema.ts'
import type { Rate } from './tariff-rules.ts'

/** On whom or what a tariff is; both null of the one for everybody. */
interface Subject {
  partnerId: string | null
  contractId: string | null
}

/**
 * Agrees a tariff (rules.md §20). The one before it on the same subject ends the day before. Answers its id.
 *
 * @throws Refusal every fault of the body at once
 */
export async function createTariff(trx: Transaction, actor: Actor, body: CreateTariffBody): Promise<string> {
  await lockOrganisation(trx, actor.organisationId)
  const { subject, faults: subjectFaults } = await resolveSubject(trx, actor, body)
  const { from, to, faults: dayFaults } = readDays(actor, body)
  const former = from === undefined ? undefined : await findLatest(trx, actor, subject)
  refuseFaults([
    ...subjectFaults,
    ...dayFaults,
    ...(former && from !== undefined && from <= former.first_day
      ? [fault('fromISO', message('tariffBeginsBeforeFormer', { day: former.first_day }), 'past')]
      : []),
    ...(isCurrency(body.currency)
      ? []
      : [fault('currency', message('isNoCurrency', { code: body.currency }), 'unknown')]),
    ...rateFaults(body),
  ])
  if (from === undefined) throw new Error('unreachable: a fault was refused')
  if (former && (former.last_day === null || former.last_day >= from))
    await endBefore(trx, actor, former.id, from)
  const id = newId()
  await trx
    .insertInto('tariffs')
    .values({
      organisation_id: actor.organisationId,
      id,
      partner_id: subject.partnerId,
      storage_contract_id: subject.contractId,
      first_day: from,
      last_day: to,
      currency: body.currency,
      vat_code: tidied(body.vatCode ?? ''),
      rates: JSON.stringify(body.rates.map(storedRate)),
      minimum: body.minimum != null && compareMoney(body.minimum, '0') > 0 ? body.minimum : null,
      notes: tidied(body.notes ?? ''),
      created_by: actor.userId,
      created_by_name: actor.userName,
      created_at: actor.now,
    })
    .execute()
  await appendEvent(trx, actor, { type: 'tariff.created', subject: id, data: { ids: [id], from } })
  return id
}

async function resolveSubject(
  trx: Transaction,
  actor: Actor,
  { partner, storageContractId }: CreateTariffBody,
): Promise<{ subject: Subject; faults: Fault[] }> {
  const nobody = { partnerId: null, contractId: null }
  const contractId = tidied(storageContractId ?? '')
  if (contractId !== '') {
    const both = partner
      ? [fault('storageContractId', message('tariffHasOneSubject', {}), 'contradiction')]
      : []
    const contract = isId(contractId) ? await findOwnContract(trx, actor, contractId) : undefined
    if (contract) return { subject: { ...nobody, contractId }, faults: both }
    const unknown = message('doesNotExist', { what: 'storage contract', id: contractId })
    return { subject: nobody, faults: [...both, fault('storageContractId', unknown, 'unknown')] }
  }
  if (!partner) return { subject: nobody, faults: [] }
  const party = await resolveParty(trx, actor, partner, { id: 'partner.id', name: 'partner.name' })
  if (isFault(party)) return { subject: nobody, faults: [party] }
  if (party.id === actor.organisationId)
    return {
      subject: nobody,
      faults: [fault('partner.id', message('contractIsWithOthers', {}), 'own_organisation')],
    }
  return { subject: { ...nobody, partnerId: party.id }, faults: [] }
}

function findOwnContract(trx: Transaction, { organisationId }: Actor, id: string) {
  return trx
    .selectFrom('storage_contracts')
    .select('id')
    .where('storer_id', '=', organisationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

function readDays({ timeZone }: Actor, { fromISO, toISO }: CreateTariffBody) {
  const dayOf = (text: string) => {
    const instant = parseInstant(text, timeZone)
    return instant && formatDate(instant, timeZone)
  }
  const from = dayOf(fromISO)
  const to = toISO == null ? null : dayOf(toISO)
  const faults = [
    ...(from === undefined ? [dateFault('fromISO')] : []),
    ...(to === undefined ? [dateFault('toISO')] : []),
    ...(from && to && to < from ? [fault('toISO', message('lastIsBeforeFirst', {}), 'minimum')] : []),
  ]
  return { from, to: to ?? null, faults }
}

/** The tariff of a subject that begins last. */
async function findLatest(
  trx: Transaction,
  { organisationId }: Actor,
  { partnerId, contractId }: Subject,
): Promise<{ id: string; first_day: string; last_day: string | null } | undefined> {
  return trx
    .selectFrom('tariffs')
    .select(['id', 'first_day', 'last_day'])
    .where('organisation_id', '=', organisationId)
    .where('partner_id', 'is not distinct from', partnerId)
    .where('storage_contract_id', 'is not distinct from', contractId)
    .orderBy('first_day', 'desc')
    .limit(1)
    .executeTakeFirst()
}

async function endBefore(
  trx: Transaction,
  { organisationId }: Actor,
  id: string,
  day: string,
): Promise<void> {
  const last = Temporal.PlainDate.from(day).subtract({ days: 1 }).toString()
  await trx
    .updateTable('tariffs')
    .set({ last_day: last })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()
}

function rateFaults({ rates, minimum }: CreateTariffBody): Fault[] {
  if (rates.length === 0 && minimum == null)
    return [fault('rates', message('tariffHasNoRate', {}), 'required')]
  return rates.flatMap(({ kind, per, freeDays, base }, index) => {
    const at = `rates[${index}]`
    const isStorage = kind === 'storage'
    const onlyOf = (name: string, of: 'storage' | 'drying') =>
      fault(`${at}.${name}`, message('isOfRateAlone', { kind: of }), 'contradiction')
    return [
      ...(rates.findIndex((each) => each.kind === kind) < index
        ? [fault(`${at}.kind`, message('isNamedTwice', {}), 'duplicate')]
        : []),
      ...(isStorage && per == null
        ? [fault(`${at}.per`, message('isNeededOfRate', { kind }), 'required')]
        : []),
      ...(!isStorage && per != null ? [onlyOf('per', 'storage')] : []),
      ...(!isStorage && freeDays != null ? [onlyOf('freeDays', 'storage')] : []),
      ...(kind === 'drying' && base == null
        ? [fault(`${at}.base`, message('isNeededOfRate', { kind }), 'required')]
        : []),
      ...(kind !== 'drying' && base != null ? [onlyOf('base', 'drying')] : []),
    ]
  })
}

function storedRate({ kind, rate, per, freeDays, base }: CreateTariffBody['rates'][number]): Rate {
  return {
    kind,
    rate,
    ...(per != null && { per }),
    ...(freeDays != null && { freeDays }),
    ...(base != null && { base: Math.round(base * 1000) / 1000 }),
  }
}
