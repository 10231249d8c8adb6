import { createHash } from 'node:crypto'
import { isId } from '../../../kernel/ids.ts'
import { weightNames } from '../../readings/rules.ts'
import type { LoadSources } from '../load-sources.ts'
import type { MadeOf, MovementTrace, RecordTrace, WentTo } from './trace-schema.ts'

/** Traces in the words of EPCIS 2.0 and its Core Business Vocabulary, as JSON-LD, for the programs of whoever buys grain. */

/** Organisation that reports the events, and the time. */
export interface Teller {
  organisationId: string
  organisationName: string
  timeZone: string
  now: Date
}

const CONTEXT = 'https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld'
/** The space of the words that the standard has none for. */
const OWN_WORDS = { granary: 'urn:granary:' }
const NAME = 'https://schema.org/name'
/** Kilograms, as UN/ECE recommendation 20 codes them. */
const KILOGRAMS = 'KGM'

const vocabularies = {
  lot: 'urn:epcglobal:epcis:vtype:EPCClass',
  place: 'urn:epcglobal:epcis:vtype:Location',
  party: 'urn:epcglobal:epcis:vtype:SourceDest',
}

/**
 * Writes a record's origins, and where its grain went, as events: one for each origin, a transformation of all that lies together, one for
 * each end. An event without a single moment, such as a harvest of many loads, has the moment of the trace.
 */
export function recordEpcis(trace: RecordTrace, teller: Teller, weighings: Weighings): object {
  const { recordId, name, at, weight, madeOf, wentTo } = trace
  const writer = new EpcisWriter(teller, { subject: recordId, at }, weighings)
  const lot = writer.lotOfRecord(recordId, name)
  writer.blend(madeOf, lot, weight)
  for (const end of wentTo) writer.end(end, lot)
  return writer.document()
}

/** Writes the origins of one load as events: one for each origin, and a transformation into the load. */
export function movementEpcis(trace: MovementTrace, teller: Teller, weighings: Weighings): object {
  const { movementId, name, at, weight, madeOf } = trace
  const writer = new EpcisWriter(teller, { subject: `movement ${movementId}`, at }, weighings)
  writer.blend(madeOf, writer.lotOfMovement(movementId, name), weight, movementId)
  return writer.document()
}

/** Loads with the sources of their weights, by the ids of their movements. */
type Weighings = ReadonlyMap<number, LoadSources>

/** The movements of a trace, which have weighings of their own. */
export function movementsIn(trace: RecordTrace | MovementTrace): number[] {
  const ends = 'wentTo' in trace ? trace.wentTo : []
  const own = 'movementId' in trace ? [trace.movementId] : []
  return [...own, ...[...trace.madeOf, ...ends].map(({ movementId }) => movementId)].filter((id) => id > 0)
}

type Numbered = Pick<MadeOf, 'movementId' | 'documentNumber'>

class EpcisWriter {
  readonly #teller: Teller
  /** Subject of the trace: events of one thing at one moment have the same ids whenever they are asked for. */
  readonly #subject: string
  readonly #at: string
  readonly #weighings: Weighings
  readonly #events: object[] = []
  #isExtended = false
  readonly #names = {
    lot: new Map<string, string>(),
    place: new Map<string, string>(),
    party: new Map<string, string>(),
  }

  constructor(teller: Teller, { subject, at }: { subject: string; at: string }, weighings: Weighings) {
    this.#teller = teller
    this.#subject = subject
    this.#at = at
    this.#weighings = weighings
  }

  lotOfRecord(id: string, name: string): string {
    return this.#named('lot', `urn:uuid:${id}`, name)
  }

  lotOfMovement(id: number, name: string): string {
    return this.#named('lot', this.#urnOf('movement', id), name)
  }

  /** Adds the events for the origins of grain, and for the lot in which it lies, or was loaded as a movement. */
  blend(parts: MadeOf[], lot: string, weight: number, movementId = 0): void {
    if (parts.length === 0) return
    const inputs = parts.map((part) => ({ part, lot: this.#lotOfOrigin(part) }))
    for (const { part, lot: its } of inputs) this.#origin(part, its)
    this.#add('TransformationEvent', this.#at, {
      inputQuantityList: inputs.map(({ part, lot: its }) => quantity(its, part.weight)),
      outputQuantityList: [quantity(lot, weight)],
      bizStep: 'commissioning',
      disposition: 'in_progress',
      ...this.#weighed(movementId),
    })
  }

  /** Adds the event for the end of a part of a lot, or for the part that is there still. */
  end(end: WentTo, lot: string): void {
    if (end.type === 'outbound')
      this.#add('ObjectEvent', end.movementDateUTC, {
        action: 'OBSERVE',
        ...step('shipping', 'in_transit'),
        quantityList: [quantity(lot, end.weight)],
        ...this.#handedOver(this.#teller, end),
        ...this.#papers(end, 'desadv'),
        ...this.#weighed(end.movementId),
      })
    else if (end.type === 'loss')
      this.#add('ObjectEvent', end.movementDateUTC, {
        action: 'DELETE',
        ...step('decommissioning', 'inactive'),
        quantityList: [quantity(lot, end.weight)],
        ...this.#papers(end, 'testres'),
      })
    else
      this.#add('ObjectEvent', this.#at, {
        action: 'OBSERVE',
        ...step('storing', 'in_progress'),
        quantityList: [quantity(this.lotOfRecord(end.recordId, end.name), end.weight)],
        ...(isId(end.storageId) && {
          bizLocation: {
            id: this.#named('place', this.#urnOf('bay', end.storageId, end.substorageId), end.name),
          },
        }),
      })
  }

  document(): object {
    const vocabularyList = (['lot', 'place', 'party'] as const).flatMap((kind) =>
      this.#names[kind].size === 0
        ? []
        : [
            {
              type: vocabularies[kind],
              vocabularyElementList: [...this.#names[kind]].map(([id, name]) => ({
                id,
                attributes: [{ id: NAME, attribute: name }],
              })),
            },
          ],
    )
    return {
      '@context': this.#isExtended ? [CONTEXT, OWN_WORDS] : CONTEXT,
      type: 'EPCISDocument',
      schemaVersion: '2.0',
      creationDate: this.#teller.now.toISOString(),
      epcisHeader: { epcisMasterData: { vocabularyList } },
      epcisBody: { eventList: this.#events },
    }
  }

  /** Adds the event for an origin of grain; there is none where nobody knows how it came. */
  #origin(part: MadeOf, lot: string): void {
    const quantityList = [quantity(lot, part.weight)]
    if (part.type === 'harvest')
      this.#add('ObjectEvent', part.movementDateUTC, {
        action: 'ADD',
        ...step('creating_class_instance', 'active'),
        quantityList,
        ...(isId(part.fieldId) && {
          bizLocation: { id: this.#named('place', `urn:uuid:${part.fieldId}`, part.fieldName) },
        }),
        ...this.#weighed(part.movementId),
      })
    else if (part.type === 'sender')
      this.#add('ObjectEvent', part.movementDateUTC, {
        action: 'OBSERVE',
        ...step('receiving', 'in_progress'),
        quantityList,
        ...this.#handedOver(part, this.#teller),
        ...this.#papers(part, 'recadv'),
        ...this.#weighed(part.movementId),
      })
    else if (part.type !== 'unaccounted')
      this.#add('ObjectEvent', part.movementDateUTC, {
        action: part.type === 'gain' ? 'ADD' : 'OBSERVE',
        ...step('stock_taking', 'in_progress'),
        quantityList,
      })
  }

  #lotOfOrigin(part: MadeOf): string {
    if (part.type === 'harvest' && isId(part.recordId))
      return this.lotOfRecord(part.recordId, `${part.fieldName} ${part.variety}`.trim())
    const from = part.organisationName || part.reason || part.type
    if (part.movementId > 0) return this.lotOfMovement(part.movementId, from)
    return this.#named(
      'lot',
      this.#urnOf(this.#subject, part.type, part.organisationId, part.reasonId, part.movementDateUTC),
      from,
    )
  }

  #handedOver(from: Party, to: Party) {
    const party = ({ organisationId, organisationName }: Party) =>
      this.#named(
        'party',
        isId(organisationId) ? `urn:uuid:${organisationId}` : this.#urnOf('party', organisationId),
        organisationName,
      )
    return {
      sourceList: [{ type: 'possessing_party', source: party(from) }],
      destinationList: [{ type: 'possessing_party', destination: party(to) }],
    }
  }

  /** The movement, the ticket or the count by its number, and the contract under which it was bought or sold. */
  #papers({ movementId, documentNumber }: Numbered, type: 'desadv' | 'recadv' | 'testres') {
    const named = [
      ...(movementId === 0 ? [] : [this.#urnOf('movement', movementId)]),
      ...(documentNumber === '' ? [] : [this.#urnOf('number', documentNumber)]),
    ]
    const trade = this.#weighings.get(movementId)?.trade
    const contracts = trade
      ? [
          `urn:uuid:${trade.id}`,
          ...trade.references.map((each) => `${OWN_WORDS.granary}contract:${encodeURIComponent(each)}`),
        ]
      : []
    const list = [
      ...named.map((bizTransaction) => ({ type, bizTransaction })),
      // The vocabulary has no contract; its order to buy comes nearest.
      ...contracts.map((bizTransaction) => ({ type: 'po', bizTransaction })),
    ]
    return list.length === 0 ? {} : { bizTransactionList: list }
  }

  /** Names the sources of a load's weights, and why it was let go in spite of a hold, in words of our own, since the standard has none. */
  #weighed(movementId: number): Record<string, string> {
    const weighing = this.#weighings.get(movementId)
    if (!weighing) return {}
    const { readings, holdOverride } = weighing
    const sources = weightNames.flatMap((name) => {
      const { source, recordNumber } = readings?.[name] ?? {}
      return [
        ...(source === undefined ? [] : [[`granary:${name}Source`, source]]),
        ...(recordNumber === undefined ? [] : [[`granary:${name}RecordNumber`, recordNumber]]),
      ]
    })
    const held = holdOverride === '' ? [] : [['granary:holdOverride', holdOverride]]
    this.#isExtended ||= sources.length + held.length > 0
    return Object.fromEntries([...sources, ...held])
  }

  #add(type: string, at: string, rest: object): void {
    const eventTime = at || this.#at
    this.#events.push({
      eventID: this.#urnOf(this.#subject, this.#at, type, this.#events.length),
      type,
      eventTime,
      eventTimeZoneOffset: offsetOf(new Date(eventTime), this.#teller.timeZone),
      ...rest,
    })
  }

  #named(kind: keyof typeof vocabularies, id: string, name: string): string {
    if (name !== '') this.#names[kind].set(id, name)
    return id
  }

  /** Builds the URN of something without a UUID, from its name (RFC 9562, version 5), in the space of the organisation that reports it. */
  #urnOf(...name: (string | number)[]): string {
    const space = Buffer.from(this.#teller.organisationId.replaceAll('-', ''), 'hex')
    const bytes = createHash('sha1').update(space).update(JSON.stringify(name)).digest().subarray(0, 16)
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
    const text = bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    return `urn:uuid:${text}`
  }
}

type Party = Pick<Teller, 'organisationId' | 'organisationName'>

const quantity = (epcClass: string, kilograms: number) => ({ epcClass, quantity: kilograms, uom: KILOGRAMS })
const step = (bizStep: string, disposition: string) => ({ bizStep, disposition })

/** Returns the offset of a zone's clocks ahead of UTC at a moment, such as +01:00. */
function offsetOf(moment: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(moment)
  return parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', '') || '+00:00'
}
