import type { Static } from 'typebox'
import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import type { FileRefInput } from '../../../http/validate/schema.ts'
import { fault, isFault, type Fault } from '../../../kernel/errors.ts'
import { nameKey, tidied } from '../../../kernel/names.ts'
import { paired } from '../../../kernel/paired.ts'
import { gramsFromKilograms, kilogramsFromGrams } from '../../../kernel/weight.ts'
import { fileFault, findAttachableFiles } from '../../../system/files/find-files.ts'
import { resolveIntakeTerms, type IncomingLoad, type IntakeTerms } from '../../contracts/intake-terms.ts'
import type { WeighingRules } from '../../../kernel/weighing.ts'
import { readingFaults, type Scales } from '../../readings/rules.ts'
import { netGrams, scaleFaults, scalesOf } from '../../loads/rules.ts'
import {
  givenPartFaults,
  givenPartGrams,
  scalesOfPart,
  storedShare,
  sumFaults,
  type GivenPart,
} from '../../loads/tickets/rules.ts'
import { sampleFaults } from '../../records/add-sample.ts'
import type { CreateRecordBody } from '../../records/bodies.ts'
import { typeIsKnown } from '../../records/commodity.ts'
import { measurementsOf } from '../../records/measurement-rules.ts'
import type { NamedParties, NamedParty, Party } from '../../partners/parties.ts'
import type { NewRecord } from './new-record.ts'
import { message } from '../../../words/catalogue.ts'

// What is wrong with stock that a body brings, beside the record that it makes: each is told whatever else is wrong.

/** The ticket of an intake's lorry: what the weighbridge showed, in grams, and where the body says so. */
export interface IntakeTicket {
  scales: Scales
  file: Static<typeof FileRefInput> | null
  reference: string | null
  path: 'source.intake.ticket' | 'source.intake.weighbridgeRecord'
}

export function ticketOfIntake({ source: { intake } }: CreateRecordBody): IntakeTicket {
  const said = intake?.ticket ?? intake?.weighbridgeRecord
  return {
    scales: scalesOf(said),
    file: said?.file?.id ? said.file : null,
    reference: intake?.ticket?.reference?.trim() || intake?.loadReference?.trim() || null,
    path: intake?.ticket ? 'source.intake.ticket' : 'source.intake.weighbridgeRecord',
  }
}

/** The parts of an intake's lorry, one for each place. */
export function partsOfIntake({ storage, source }: CreateRecordBody, path: string): GivenPart[] {
  const places = storage ?? []
  const whole = source.importWeight ?? undefined
  return places.map(({ weight, share }, index) => ({
    path: `${path}storage[${index}].`,
    kilograms: weight ?? (places.length === 1 ? whole : undefined),
    share,
  }))
}

/** Part of an intake's lorry, or of other stock, that goes to one place. */
export interface LoadOfPlace {
  grams: number
  scales: Scales
  /** Of the lorry's net, as it is kept; null where the weight is given. */
  share: number | null
}

/** Computes the load of each place: the weighed net where one bay takes a whole lorry, else the weights in the body, or shares of the net. */
export function loadsOfPlaces({ body, places }: Pick<NewRecord, 'body' | 'places'>): LoadOfPlace[] {
  const { scales } = ticketOfIntake(body)
  const given = places.map(({ weightKilograms: kilograms = 0, share, path }) => ({ path, kilograms, share }))
  return paired(places, givenPartGrams(scales, given)).map(([place, grams]) => {
    const part = { grams, share: storedShare(place.share) }
    return { ...part, scales: places.length === 1 ? scales : scalesOfPart(scales, part) }
  })
}

/** Finds the faults in the weights of the lorry and of each place: those that are missing, or do not add up. */
export function weightFaults(body: CreateRecordBody, path: string, weighing: WeighingRules): Fault[] {
  const { importWeight, intake } = body.source
  const ticket = ticketOfIntake(body)
  const { scales } = ticket
  const net = netGrams(scales)
  const isTwice = Boolean(intake?.ticket && intake.weighbridgeRecord)
  const twice = isTwice
    ? [fault(`${path}source.intake.weighbridgeRecord`, message('isGivenByTicket', {}), 'contradiction')]
    : []
  const isShared = (body.storage ?? []).some(({ share }) => share != null)
  if (isShared && !intake)
    return [fault(`${path}storage`, message('hasSharesWithoutIntake', {}), 'contradiction')]
  if (isShared) {
    const paths = { scale: `${path}${ticket.path}.full`, weight: 'weight' }
    return [...twice, ...givenPartFaults(paths, scales, partsOfIntake(body, path), weighing)]
  }
  const weights = weightsOf(body, path)
  const sum = weights.reduce((total, { kilograms }) => total + gramsFromKilograms(kilograms ?? 0), 0)
  const scale = `${path}${ticket.path}.full`
  // Of a lorry for one bay, one reading says enough: it is not weighed yet.
  const isWeighedOnce = scales.empty_grams !== null || scales.full_grams !== null
  const isKnown = net !== undefined || (isWeighedOnce && weights.length === 1)
  const missing = isKnown ? [] : weights.filter(({ kilograms }) => kilograms === undefined)
  // What was weighed replaces both; a missing weight is a fault by itself.
  const isStated = net === undefined && missing.length === 0 && importWeight != null
  return [
    ...twice,
    ...scaleFaults(scale, scales),
    ...readingFaults(`${path}${ticket.path}`, scales, weighing),
    ...(weights.length > 1 ? sumFaults(scale, scales, sum, 'bays') : []),
    ...missing.map(({ at }) => fault(at, message('isNeededInKilograms', {}), 'required')),
    ...(isStated && gramsFromKilograms(importWeight) !== sum
      ? [
          fault(
            `${path}source.importWeight`,
            message('isOtherThanSum', { given: importWeight, sum: kilogramsFromGrams(sum) }),
            'contradiction',
          ),
        ]
      : []),
  ]
}

/** Lists the weights that a body has for each place, or for none, with their paths. */
function weightsOf({ storage, source }: CreateRecordBody, path: string) {
  const whole = source.importWeight ?? undefined
  const places = storage ?? []
  if (places.length === 0) return [{ at: `${path}source.importWeight`, kilograms: whole }]
  return places.map(({ weight }, index) => ({
    at: `${path}storage[${index}].weight`,
    kilograms: weight ?? (places.length === 1 ? whole : undefined),
  }))
}

/** Sender of stock that comes in, and the terms that it comes in on. Stock that was there before the books began is under none. */
export interface Incoming {
  sender: Party
  terms: IntakeTerms
}

/** Finds the sender and terms of a body's stock, and every fault in what it gives of them; undefined where nobody is known to bring it. */
export async function validateIncoming(
  trx: Transaction,
  actor: Actor,
  body: CreateRecordBody,
  stock: { owner: Party | Fault; effectiveAt: Date | undefined; parties: NamedParties },
  path: string,
): Promise<{ incoming: Incoming | undefined; faults: Fault[] }> {
  const { intake } = body.source
  const { owner, effectiveAt } = stock
  const sender = await senderOf(body, stock, path)
  const attached = await attachedFaults(trx, actor, body, path)
  const load = loadOf(body, owner, effectiveAt)
  const asked = intake?.storageContract
  const { terms, faults } = await resolveIntakeTerms(trx, actor, asked, load, `${path}source.intake`)
  const isKnown = sender !== undefined && !isFault(sender)
  return {
    incoming: isKnown ? { sender, terms } : undefined,
    faults: [...(sender && isFault(sender) ? [sender] : []), ...attached, ...faults],
  }
}

/** Finds the sender of an intake: the owner of the stock unless the body names one; undefined where only a wrong owner would name it. */
async function senderOf(
  body: CreateRecordBody,
  { owner, parties }: { owner: Party | Fault; parties: NamedParties },
  path: string,
): Promise<Party | Fault | undefined> {
  const { source } = body
  const { sender } = source.intake ?? {}
  const id = tidied(sender?.id ?? '')
  const called = tidied(sender?.name ?? '')
  const isOwner =
    id === ''
      ? called === '' || isCalled(owner, called)
      : id === (isFault(owner) ? tidied(source.owner?.id ?? '') : owner.id)
  if (isOwner) return isFault(owner) ? undefined : owner
  const at = `${path}source.intake.sender`
  return parties.resolve({ id, name: called }, { id: `${at}.id`, name: `${at}.name` })
}

/** Returns the party that a body names as the sender of an intake, other than the caller whose own it is. */
export function senderNamed(
  actor: Actor,
  { owned, source: { intake } }: CreateRecordBody,
): NamedParty | undefined {
  const { id, name } = intake?.sender ?? {}
  const [given, called] = [tidied(id ?? ''), tidied(name ?? '')]
  const isSelf = owned && given === '' && nameKey(called) === nameKey(actor.organisationName)
  return isSelf || (given === '' && called === '') ? undefined : { id, name }
}

function isCalled(owner: Party | Fault, name: string): boolean {
  return !isFault(owner) && nameKey(owner.name) === nameKey(name)
}

/** Finds the faults in the attachments of an intake: the weighbridge's file, and the sample. */
async function attachedFaults(
  trx: Transaction,
  actor: Actor,
  body: CreateRecordBody,
  path: string,
): Promise<Fault[]> {
  const { commodity, source } = body
  const { intake } = source
  const { file, path: at } = ticketOfIntake(body)
  const own = file ? await findAttachableFiles(trx, actor.organisationId, [file.id]) : new Set<string>()
  const sampled = { source: 'intake', commodity_id: commodity.id, type_id: commodity.type }
  const { commodityGradeId = null, ...sample } = intake?.sample ?? {}
  // A grade may well be right where it is the commodity that is wrong.
  const graded = { ...sample, ...(typeIsKnown(commodity) && { commodityGradeId }) }
  return [
    ...(file ? fileFault(`${path}${at}.file`, file, own) : []),
    ...(intake?.sample
      ? await sampleFaults(trx, actor, sampled, graded, `${path}source.intake.sample.`)
      : []),
  ]
}

/** Returns the incoming load as its terms need it; undefined where a part of it is wrong. */
function loadOf(
  { commodity, source }: CreateRecordBody,
  owner: Party | Fault,
  effectiveAt: Date | undefined,
): IncomingLoad | undefined {
  if (isFault(owner) || !effectiveAt || !typeIsKnown(commodity)) return undefined
  const sample = source.intake?.sample
  return {
    ownerId: owner.id,
    commodityId: commodity.id,
    typeId: commodity.type,
    gradeId: sample?.commodityGradeId || commodity.grade || null,
    effectiveAt,
    quality: measurementsOf(sample?.fields ?? []),
  }
}
