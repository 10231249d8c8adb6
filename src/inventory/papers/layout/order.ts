import type { Content, Sheet } from '../../../http/pdf/sheet.ts'
import type { OrderFacts } from '../order-facts.ts'
import { head, heading, INK_2, paperPageOf, type Pen } from './drawn.ts'

/** An order on paper: what is to move when, from where to where, and what the driver should know; with the code of the driver's page where there is one. */
export function orderSheet(pen: Pen, facts: OrderFacts): Sheet {
  const { words } = pen
  const isOut = facts.kind === 'sale'
  const about = [
    facts.partnerReference === '' ? '' : words.partnerNumbered({ number: facts.partnerReference }),
    facts.contract === '' ? '' : words.contractNumbered({ number: facts.contract }),
  ]
  const ours = [facts.store, facts.bays.join(', ')].filter(Boolean).join(', ')
  const theirs = [facts.partner, facts.address].filter(Boolean).join('\n')
  const rows: [string, string][] = [
    [isOut ? words.buyer : words.seller, facts.partner],
    [words.grain, grainOf(pen, facts)],
    [words.quantity, amountOf(pen, facts.weight, facts.loads)],
    [words.stillToMove, amountOf(pen, facts.left, facts.leftLoads)],
    [words.days, daysOf(pen, facts)],
    [words.haulier, facts.haulier],
    [words.vehicle, facts.vehicles.join(', ')],
    [words.loadAt, isOut ? ours : theirs],
    [words.unloadAt, isOut ? theirs : ours],
    [words.openingHours, facts.openingHours],
  ]
  const title = `${words.order} ${facts.number}`.trim()
  return paperPageOf(pen, title, [
    ...head(pen, { title }, about),
    tableOf(rows.filter(([, value]) => value !== '')),
    ...(facts.instructions === '' ? [] : [heading(words.instructions), { text: facts.instructions }]),
    ...codeOf(pen, facts),
  ])
}

function tableOf(rows: [string, string][]): Content {
  return {
    table: {
      widths: [110, '*'],
      headerRows: 0,
      dontBreakRows: true,
      body: rows.map(([name, value]) => [
        { text: name, color: INK_2 },
        { text: value, bold: true },
      ]),
    },
    layout: 'rows',
    fontSize: 10,
  }
}

function codeOf({ words }: Pen, { driverLink }: OrderFacts): Content[] {
  if (driverLink === '') return []
  return [
    heading(words.forTheDriver),
    { qr: driverLink, fit: 110, margin: [0, 4, 0, 2] },
    { text: driverLink, fontSize: 8, color: INK_2 },
  ]
}

function grainOf({ called }: Pen, { commodityId, commodity, type }: OrderFacts): string {
  return [called('commodities', commodityId, commodity), type === '' ? '' : called('labels', type, type)]
    .filter(Boolean)
    .join(' · ')
}

function amountOf({ words, formats }: Pen, weight: number | null, loads: number | null): string {
  return [weight === null ? '' : formats.weight(weight), loads === null ? '' : words.lorries({ n: loads })]
    .filter(Boolean)
    .join(' · ')
}

function daysOf({ words, formats }: Pen, { from, to }: OrderFacts): string {
  if (from !== '' && to !== '') return words.period({ from: formats.day(from), to: formats.day(to) })
  if (to !== '') return words.upTo({ day: formats.day(to) })
  return from === '' ? '' : words.fromDay({ day: formats.day(from) })
}
