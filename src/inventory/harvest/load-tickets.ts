import { fault, type Fault } from '../../kernel/errors.ts'
import { ticketOf, type NewTicket, type TicketPart } from '../loads/tickets/insert-ticket.ts'
import { givenPartFaults, givenPartGrams, scalesOfPart, storedShare } from '../loads/tickets/rules.ts'
import type { WeighingRules } from '../../kernel/weighing.ts'
import type { Scales } from '../readings/rules.ts'
import { loadGrams, loadWeightFaults, scalesOf } from '../loads/rules.ts'
import { message } from '../../words/catalogue.ts'
import type { AddLoadsBody } from './schema.ts'

type Body = AddLoadsBody[number]

/** Weight of a load in grams, and the ticket that it is a part of. */
export interface HarvestTicketLoad {
  grams: number
  scales: Scales
  fileId: string | null
  reference: string | null
  ticket: TicketPart | null
}

/** The loads of one lorry, by their places in the body. */
interface Lorry {
  given: NewTicket
  indexes: number[]
}

/** Lorries by the references of their tickets, in the order in which they come first. */
function lorriesOf(body: AddLoadsBody): Lorry[] {
  const lorries = new Map<string, Lorry>()
  for (const [index, { ticket }] of body.entries()) {
    if (!ticket) continue
    const given = ticketOf(ticket)
    // Without a reference nobody says that it is another's as well.
    const key = given.reference ?? `[${index}]`
    const lorry = lorries.get(key)
    if (lorry) lorry.indexes.push(index)
    else lorries.set(key, { given, indexes: [index] })
  }
  return [...lorries.values()]
}

function partsOf(body: AddLoadsBody, { indexes }: Lorry) {
  return indexes.map((index) => {
    const { weightNet: kilograms, share } = body[index] as Body
    return { path: `[${index}].`, kilograms, share }
  })
}

/** Everything that is wrong with what loads weigh, of those that are parts of a lorry and of the others. */
export function weightFaultsOf(body: AddLoadsBody, weighing: WeighingRules): Fault[] {
  return [
    ...body.flatMap((load, index) =>
      load.ticket ? twiceSaid(load, index) : plainFaults(load, index, weighing),
    ),
    ...lorriesOf(body).flatMap((lorry) => {
      const scale = `[${lorry.indexes[0]}].ticket.full`
      return [
        ...givenPartFaults(
          { scale, weight: 'weightNet' },
          lorry.given.scales,
          partsOf(body, lorry),
          weighing,
        ),
        ...lorry.indexes.flatMap((index) => otherReadings(body[index] as Body, index, lorry.given)),
      ]
    }),
  ]
}

function plainFaults(
  { weighbridge, weightNet, share }: Body,
  index: number,
  weighing: WeighingRules,
): Fault[] {
  const paths = { weight: `[${index}].weightNet`, weighbridge: `[${index}].weighbridge` }
  return [
    ...loadWeightFaults(paths, scalesOf(weighbridge), weightNet, weighing),
    ...(share == null ? [] : [fault(`[${index}].share`, message('shareIsForTickets', {}), 'contradiction')]),
  ]
}

function twiceSaid({ weighbridge }: Body, index: number): Fault[] {
  return weighbridge
    ? [fault(`[${index}].weighbridge`, message('readingsAreInTicket', {}), 'contradiction')]
    : []
}

/** A lorry is on the scale once full and once empty. */
function otherReadings({ ticket }: Body, index: number, { scales }: NewTicket): Fault[] {
  const said = scalesOf(ticket)
  return (['empty', 'full'] as const).flatMap((which) => {
    const grams = said[`${which}_grams`]
    if (grams === null || grams === scales[`${which}_grams`]) return []
    return [fault(`[${index}].ticket.${which}`, message('isOtherReading', {}), 'contradiction')]
  })
}

/** Weighs each load, in their order. */
export function weighLoads(body: AddLoadsBody): HarvestTicketLoad[] {
  const weighed = body.map(({ weighbridge, weightNet, loadReference }): HarvestTicketLoad => {
    const scales = scalesOf(weighbridge)
    const fileId = weighbridge?.file?.id || null
    return {
      grams: loadGrams(scales, weightNet),
      scales,
      fileId,
      reference: loadReference ?? null,
      ticket: null,
    }
  })
  for (const lorry of lorriesOf(body)) {
    const { given, indexes } = lorry
    const grams = givenPartGrams(given.scales, partsOf(body, lorry))
    for (const [index, place] of indexes.entries()) {
      const share = storedShare(body[place]?.share)
      const part = { grams: grams[index] ?? 0, share }
      weighed[place] = {
        grams: part.grams,
        scales: scalesOfPart(given.scales, part),
        fileId: given.file?.id ?? null,
        reference: body[place]?.loadReference ?? given.reference,
        ticket: { given, index, share },
      }
    }
  }
  return weighed
}
