import type { Content, Sheet } from '../../../http/pdf/sheet.ts'
import type { ChargeLineFacts, ChargesFacts } from '../charges-facts.ts'
import { column, head, heading, INK_2, paperPageOf, right, type Pen } from './drawn.ts'
import { decimalIn, moneyIn } from './money.ts'

/** A statement of charges: each line with its quantity, rate and amount, and the loads or days that it is of; below them the totals by currency. */
export function chargesSheet(pen: Pen, facts: ChargesFacts): Sheet {
  const { words, formats } = pen
  const { number = '' } = pen.marks
  const about = [
    ...(number === '' ? [] : [`${words.number} ${number}`]),
    `${words.owner}: ${facts.owner}`,
    words.period({ from: formats.day(facts.from), to: formats.day(facts.at) }),
  ]
  const own = facts.lines.filter(({ corrects }) => corrects === null)
  const corrections = facts.lines.filter(({ corrects }) => corrects !== null)
  return paperPageOf(pen, `${words.charges}: ${facts.owner}`, [
    ...head(pen, { title: words.charges }, about),
    ...(own.length === 0 ? [] : [tableOf(pen, own)]),
    ...(corrections.length === 0 ? [] : [heading(words.corrections), tableOf(pen, corrections)]),
    ...(facts.lines.length === 0 ? [{ text: words.nothingCharged } as Content] : []),
    heading(words.total),
    ...facts.totals.map(({ currency, amount }): Content => ({
      text: moneyIn(pen, amount, currency),
      bold: true,
      fontSize: 11,
    })),
    { text: words.withoutVat, fontSize: 8, color: INK_2, margin: [0, 3, 0, 0] },
    ...(facts.ledgerHash === ''
      ? []
      : [
          {
            text: `${words.booksHash}: ${facts.ledgerHash}`,
            fontSize: 7,
            color: INK_2,
            margin: [0, 6, 0, 0],
          } as Content,
        ]),
  ])
}

function tableOf(pen: Pen, lines: ChargeLineFacts[]): Content {
  const { words } = pen
  const header = [
    column(words.what),
    column(words.quantity, 'right'),
    column(words.rate, 'right'),
    column(words.vat),
    column(words.amount, 'right'),
  ]
  const body = lines.map((line): Content[] => [
    {
      stack: [{ text: titleOf(pen, line) }, { text: detailsOf(pen, line), fontSize: 7, color: INK_2 }],
    },
    right(line.corrects ? '' : quantityOf(pen, line)),
    right(line.corrects ? '' : decimalIn(pen, line.rate)),
    line.vatCode,
    right(moneyIn(pen, line.amount, line.currency)),
  ])
  return {
    table: {
      widths: ['*', 'auto', 'auto', 'auto', 'auto'],
      headerRows: 1,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      body: [header, ...body],
    },
    layout: 'rows',
    fontSize: 8,
  }
}

function titleOf({ words, called }: Pen, { month, kind, commodityId, commodity }: ChargeLineFacts): string {
  const grain = commodityId === 0 ? '' : called('commodities', commodityId, commodity)
  return [words[`charge ${kind}`], grain, month].filter(Boolean).join(' · ')
}

function detailsOf(pen: Pen, line: ChargeLineFacts): string {
  const { words, formats } = pen
  const { corrects, loads, days, currency } = line
  const said = corrects
    ? [
        words.correctsStatement({
          number: corrects.number,
          billed: moneyIn(pen, corrects.billed, currency),
          reckoned: moneyIn(pen, corrects.reckoned, currency),
        }),
      ]
    : days.map(({ from, to, weight }) =>
        from === to
          ? `${formats.day(from)}: ${formats.weight(weight)}`
          : `${words.period({ from: formats.day(from), to: formats.day(to) })}: ${formats.weight(weight)}`,
      )
  const numbered = loads.length === 0 ? [] : [words.loadsNumbered({ numbers: loads.join(', ') })]
  return [...said, ...numbered].join('; ')
}

function quantityOf(pen: Pen, { quantity, unit, divisor }: ChargeLineFacts): string {
  const whole = `${decimalIn(pen, quantity)} ${pen.words[`chargeUnit ${unit}`]}`
  return divisor === 1 ? whole : `${whole} ÷ ${divisor}`
}
