import { unitsFrom } from './organisation-units.ts'
import { weighingFrom } from './organisation-weighing.ts'
import { message, type Message } from '../../words/catalogue.ts'
import { sql, type Kysely } from 'kysely'
import { readPage } from '../../db/read-page.ts'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment, type Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Acknowledgement } from '../../http/validate/schema.ts'
import { notFound, refuseFaults, fault, type Fault } from '../../kernel/errors.ts'
import { heaviestFaults } from '../../kernel/heaviest-lorry.ts'
import { isId } from '../../kernel/ids.ts'
import { tidied } from '../../kernel/names.ts'
import type { PageRequest } from '../../kernel/page.ts'
import { isTimeZone } from '../../kernel/time.ts'
import { gramsFromKilograms, kilogramsFromGrams } from '../../kernel/weight.ts'
import type { WeighingRules } from '../../kernel/weighing.ts'
import { findCountry, listCountries, countryMeant } from '../countries/countries.ts'
import { appendChanges, appendEvent } from '../events/append-event.ts'
import { forbidden } from './rules.ts'
import type { OrganisationChanges, OrganisationView } from './schema.ts'
import { acknowledge } from '../../http/write/acknowledge.ts'

const columns = [
  'id',
  'name',
  'country_iso',
  'time_zone',
  'locale',
  'requires_reason',
  'requires_grade_reason',
  'refuses_reserved',
  'counters_may_approve',
  'units',
  'weighing',
  'audit_years',
  'usual_full_grams',
  'usual_net_grams',
  'status',
  'created_at',
] as const

interface Row {
  id: string
  name: string
  country_iso: string
  time_zone: string
  locale: string
  requires_reason: boolean
  requires_grade_reason: boolean
  refuses_reserved: boolean
  counters_may_approve: boolean
  units: unknown
  weighing: unknown
  usual_full_grams: number
  usual_net_grams: number
  audit_years: number
  status: string
  created_at: Date
}

/**
 * An organisation, as its own people see it.
 *
 * @throws Refusal `not_found`
 */
export async function getOrganisation(db: Kysely<Tables>, id: string): Promise<OrganisationView> {
  const row = isId(id)
    ? await db.selectFrom('organisations').select(columns).where('id', '=', id).executeTakeFirst()
    : undefined
  if (!row) throw notFound('organisation', id)
  return toWire(row)
}

/** All organisations by name, for a platform admin. */
export async function listOrganisations(db: Kysely<Tables>, query: Partial<PageRequest>) {
  return inOneMoment(db, (moment) => {
    const found = moment
      .selectFrom('organisations')
      .select(columns)
      .orderBy(sql`lower(name) collate "C"`)
      .orderBy('id')
    return readPage(found, query, toWire)
  })
}

function toWire(row: Row): OrganisationView {
  return {
    id: row.id,
    name: row.name,
    countryISO: row.country_iso,
    timeZone: row.time_zone,
    locale: row.locale,
    requiresReason: row.requires_reason,
    requiresGradeReason: row.requires_grade_reason,
    refusesReserved: row.refuses_reserved,
    countersMayApprove: row.counters_may_approve,
    units: unitsFrom(row.units),
    usualFullWeight: kilogramsFromGrams(row.usual_full_grams),
    usualNetWeight: kilogramsFromGrams(row.usual_net_grams),
    auditYears: row.audit_years,
    ...weighingFrom(row.weighing),
    status: row.status,
    createdAtUTC: row.created_at.toISOString(),
  }
}

/**
 * Changes the caller's organisation. Its country stays: units, grades and harvest years hang on it. A new time zone
 * is how dates without a zone are read from here on; what is stored keeps its instant.
 *
 * @throws Refusal `invalid_input` with every fault
 */
export async function updateOrganisation(
  trx: Transaction,
  actor: Actor,
  {
    name,
    timeZone,
    locale,
    requiresReason,
    requiresGradeReason,
    refusesReserved,
    countersMayApprove,
    units,
    usualFullWeight,
    usualNetWeight,
    auditYears,
    ...weighing
  }: OrganisationChanges,
): Promise<OrganisationView> {
  refuseFaults([
    ...organisationFaults({ name, timeZone, locale }),
    ...usualFaults('usualFullWeight', usualFullWeight),
    ...usualFaults('usualNetWeight', usualNetWeight),
  ])
  const changes = {
    ...(name !== undefined && { name: tidied(name) }),
    ...(timeZone !== undefined && { time_zone: timeZone }),
    ...(locale !== undefined && { locale }),
    ...(requiresReason !== undefined && { requires_reason: requiresReason }),
    ...(requiresGradeReason !== undefined && { requires_grade_reason: requiresGradeReason }),
    ...(refusesReserved !== undefined && { refuses_reserved: refusesReserved }),
    ...(countersMayApprove !== undefined && { counters_may_approve: countersMayApprove }),
    ...(usualFullWeight !== undefined && { usual_full_grams: gramsFromKilograms(usualFullWeight) }),
    ...(usualNetWeight !== undefined && { usual_net_grams: gramsFromKilograms(usualNetWeight) }),
    ...(auditYears !== undefined && { audit_years: auditYears }),
  }
  const before = await getOrganisation(trx, actor.organisationId)
  const kept = {
    ...changes,
    ...(units && { units: JSON.stringify({ ...before.units, ...units }) }),
    ...(Object.keys(weighing).length > 0 && {
      weighing: JSON.stringify({ ...weighingOf(before), ...weighing }),
    }),
  }
  if (Object.keys(kept).length === 0) return before
  await trx.updateTable('organisations').set(kept).where('id', '=', actor.organisationId).execute()
  const after = await getOrganisation(trx, actor.organisationId)
  const data = {
    name: after.name,
    timeZone: after.timeZone,
    locale: after.locale,
    requiresReason: after.requiresReason,
    requiresGradeReason: after.requiresGradeReason,
    refusesReserved: after.refusesReserved,
    countersMayApprove: after.countersMayApprove,
    units: after.units,
    usualFullWeight: after.usualFullWeight,
    usualNetWeight: after.usualNetWeight,
    auditYears: after.auditYears,
    ...weighingOf(after),
  }
  const event = { type: 'organisation.updated', subject: after.id, data } as const
  await appendChanges(trx, actor, [{ before, after, event }])
  return after
}

function weighingOf(view: OrganisationView): WeighingRules {
  const { typedWeights, rememberedTareDays, requiresSteadyTares } = view
  return { typedWeights, rememberedTareDays, requiresSteadyTares }
}

/** Finds faults of a usual most weight of lorries: it must be more than zero, and no more than any lorry weighs. */
function usualFaults(path: string, kilograms: number | undefined): Fault[] {
  if (kilograms === undefined) return []
  const grams = gramsFromKilograms(kilograms)
  if (grams === 0) return [fault(path, message('mustBePositive', {}), 'minimum')]
  return heaviestFaults(path, grams)
}

/** Everything that is wrong with the settings of an organisation; fields left out are not judged. */
export function organisationFaults({
  name,
  countryISO,
  timeZone,
  locale,
}: {
  name?: string | undefined
  countryISO?: string | undefined
  timeZone?: string | undefined
  locale?: string | undefined
}): Fault[] {
  const faults: Fault[] = []
  if (name !== undefined && tidied(name) === '')
    faults.push(fault('name', message('isEmpty', {}), 'minLength'))
  if (countryISO !== undefined && !findCountry(countryISO)?.enabled) {
    faults.push(fault('countryISO', unsupportedMessage(countryISO), 'unknown'))
  }
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    faults.push(fault('timeZone', message('isNoTimeZone', {}), 'unknown'))
  }
  if (locale !== undefined && !isLocale(locale))
    faults.push(fault('locale', message('isNoLocale', {}), 'unknown'))
  return faults
}

/** That there are no commodities for a country, which code may be meant, and for which countries there are some. */
function unsupportedMessage(code: string): Message {
  const supported = listCountries().filter(({ enabled }) => enabled)
  return message('hasNoCommodities', {
    code,
    ...countryMeant(code),
    supported: supported.map(({ iso, name }) => ({ code: iso, name })),
  })
}

function isLocale(locale: string): boolean {
  try {
    return Intl.getCanonicalLocales(locale).length === 1
  } catch {
    return false
  }
}

/**
 * Shuts everybody of an organisation out, people and machines, at once. Nothing of theirs is changed.
 *
 * @throws Refusal `not_found`; `forbidden` for the organisation one acts for, from which nobody could lift it
 */
export async function suspendOrganisation(
  trx: Transaction,
  actor: Actor,
  id: string,
): Promise<Acknowledgement> {
  if (id === actor.organisationId) throw forbidden(message('cannotSuspendOwnOrganisation', {}))
  const { name, isChanged } = await setStatus(trx, actor, id, 'suspended')
  const said = isChanged
    ? message('organisationIsShutOut', { name })
    : message('isSuspendedAlready', { name })
  return acknowledge(actor, said)
}

/**
 * Lets the people and machines of a suspended organisation in again.
 *
 * @throws Refusal `not_found`
 */
export async function reinstateOrganisation(
  trx: Transaction,
  actor: Actor,
  id: string,
): Promise<Acknowledgement> {
  const { name, isChanged } = await setStatus(trx, actor, id, 'active')
  const said = isChanged ? message('organisationIsLetIn', { name }) : message('isNotSuspended', { name })
  return acknowledge(actor, said)
}

/** The one it has changes nothing, and nobody is told. */
async function setStatus(
  trx: Transaction,
  actor: Actor,
  id: string,
  status: 'active' | 'suspended',
): Promise<{ name: string; isChanged: boolean }> {
  const { name } = await getOrganisation(trx, id)
  const { numUpdatedRows } = await trx
    .updateTable('organisations')
    .set({ status })
    .where('id', '=', id)
    .where('status', '<>', status)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return { name, isChanged: false }
  const type = status === 'active' ? 'organisation.reinstated' : 'organisation.suspended'
  // Told to those whom it concerns, not to the organisation of the platform admin.
  await appendEvent(trx, { ...actor, organisationId: id }, { type, subject: id, data: {} })
  return { name, isChanged: true }
}
