import type { Content, Sheet } from '../../../http/pdf/sheet.ts'
import type { DeliveryFacts } from '../delivery-facts.ts'
import { column, head, heading, INK_2, paperPageOf, right, type Pen } from './drawn.ts'
import { decimalIn, moneyIn } from './money.ts'

type Line = DeliveryFacts['lines'][number]

/** The value of deliveries under a contract: each load with its weight, what was measured and what that makes of the price; below them the totals by currency. */
export function deliveriesSheet(pen: Pen, facts: DeliveryFacts): Sheet {
  const { words, formats, called } = pen
  const { price, lines } = facts
  const about = [
    words.contractNumbered({ number: facts.contract }),
    facts.partnerReference === '' ? '' : words.partnerNumbered({ number: facts.partnerReference }),
    `${facts.kind === 'sale' ? words.buyer : words.seller}: ${facts.partner}`,
    called('commodities', facts.commodityId, facts.commodity),
    price ? `${words.agreedPrice}: ${moneyOf(pen, price)}` : words.noPriceYet,
    facts.from === '' ? '' : words.period({ from: formats.day(facts.from), to: formats.day(facts.at) }),
  ]
  const notes = [
    lines.some(({ isWeightProvisional }) => isWeightProvisional) ? words.weightIsProvisional : '',
    lines.some(({ isQualityProvisional }) => isQualityProvisional) ? words.qualityIsProvisional : '',
    lines.some(({ unmeasured }) => unmeasured.length > 0) ? words.someUnmeasured : '',
    words.isInformation,
  ].filter(Boolean)
  return paperPageOf(pen, `${words.deliveries}: ${facts.contract}`, [
    ...head(pen, { title: words.deliveries }, about),
    lines.length === 0 ? { text: words.noDeliveries } : tableOf(pen, facts),
    heading(words.total),
    { text: formats.weight(facts.weight), fontSize: 11 },
    ...facts.totals.map(({ currency, amount }): Content => ({
      text: moneyIn(pen, amount, currency),
      bold: true,
      fontSize: 11,
    })),
    ...notes.map((text): Content => ({ text, fontSize: 8, color: INK_2, margin: [0, 3, 0, 0] })),
  ])
}

const moneyOf = (pen: Pen, { amount, currency, unit }: NonNullable<DeliveryFacts['price']>) =>
  `${decimalIn(pen, amount)} ${currency} / ${unit.replace('_', ' ')}`

function tableOf(pen: Pen, { lines, price }: DeliveryFacts): Content {
  const { words } = pen
  const weights = pen.formats.column(lines.map(({ weight }) => weight))
  const header = [
    column(words.date),
    column(words.what),
    column(`${words.weight}, ${pen.formats.unit}`, 'right'),
    column(words.rate, 'right'),
    column(words.amount, 'right'),
  ]
  const body = lines.map((line): Content[] => [
    pen.formats.day(line.day),
    {
      stack: [
        { text: titleOf(line) },
        { text: detailsOf(pen, line, price?.currency), fontSize: 7, color: INK_2 },
      ],
    },
    right(weights(line.weight)),
    right(line.price === null ? '' : decimalIn(pen, line.price)),
    right(line.amount === null || !price ? '' : moneyIn(pen, line.amount, price.currency)),
  ])
  return {
    table: {
      widths: ['auto', '*', 'auto', 'auto', 'auto'],
      headerRows: 1,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      body: [header, ...body],
    },
    layout: 'rows',
    fontSize: 8,
  }
}

const titleOf = ({ number, vehicle }: Line) => [number, vehicle].filter(Boolean).join(' · ')

function detailsOf(pen: Pen, line: Line, currency: string | undefined): string {
  const { words } = pen
  const { weightFrom, isWeightProvisional, allowances, unmeasured } = line
  const from = weightFrom === 'loading' ? words.weighedAtLoading : words.weighedAtUnloading
  return [
    isWeightProvisional ? `${from} *` : from,
    ...allowances.map(({ name, value, amount }) => {
      const measured = `${name === 'Moisture' ? words.moisture : name} ${decimalIn(pen, value)}`
      return amount === null || !currency ? measured : `${measured}: ${moneyIn(pen, amount, currency)}`
    }),
    ...unmeasured.map((name) => words.notMeasured({ name })),
  ].join('; ')
}
