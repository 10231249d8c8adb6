import type { Content, Sheet } from '../../../http/pdf/sheet.ts'
import type { PassportFacts } from '../facts.ts'
import { fill } from '../words/words.ts'
import {
  column,
  head,
  heading,
  INK_2,
  leftOut,
  pageOf,
  right,
  sayGrain,
  sayMeasured,
  type Pen,
} from './drawn.ts'
import { sayNet, warningsOf } from './ticket.ts'

const BLANK = ' '

/** A grain passport: what the book knows of the load, and lines for what only people know. */
export function passportSheet(pen: Pen, facts: PassportFacts): Sheet {
  const { words } = pen
  const about = [`${words.number} ${facts.number}`, words.byHand]
  return pageOf(pen, `${words.passport} ${facts.number}`, [
    ...head(pen, words.passport, about, warningsOf(pen, facts)),
    ...loadOf(pen, facts),
    ...storageOf(pen, facts),
    ...assuranceOf(pen),
    ...samplingOf(pen, facts),
    ...haulageOf(pen, facts),
    ...signaturesOf(pen),
  ])
}

/** Names with what is known, or a blank line for it, two beside each other. */
function fields(pairs: [name: string, value: string][]): Content {
  const cells = pairs.map(([name, value]): Content => ({
    stack: [
      { text: name, fontSize: 7.5, color: INK_2 },
      { text: value === '' ? BLANK : value, bold: true, fontSize: 9.5, margin: [0, 1, 0, 0] },
    ],
  }))
  const body = Array.from({ length: Math.ceil(cells.length / 2) }, (_row, index) => [
    cells[2 * index] ?? '',
    cells[2 * index + 1] ?? '',
  ])
  return { table: { widths: ['*', '*'], headerRows: 0, body, dontBreakRows: true }, layout: 'grid' }
}

/** Boxes to tick. */
function choices(name: string, boxes: string[]): Content {
  return {
    columns: [
      { width: '*', text: name },
      { width: 'auto', columns: boxes.map((box) => tick(box)), columnGap: 10 },
    ],
    columnGap: 8,
    margin: [0, 3, 0, 1],
  }
}

function tick(name: string): Content {
  return {
    width: 'auto',
    columns: [
      { width: 10, canvas: [{ type: 'rect', x: 0, y: 1, w: 8, h: 8, lineWidth: 0.7 }] },
      { width: 'auto', text: name },
    ],
    columnGap: 3,
  }
}

function loadOf(pen: Pen, facts: PassportFacts): Content[] {
  const { words, formats } = pen
  const grain = [...new Set(facts.parts.map((part) => sayGrain(pen, part.grain)))].join('\n')
  return [
    heading(words.load),
    fields([
      [words.grain, grain],
      [words.weight, sayNet(pen, facts)],
      [words.date, formats.moment(facts.happenedAt)],
      [words.destination, facts.to],
      [words.contract, facts.contractReference],
      [words.reference, facts.reference],
    ]),
  ]
}

function storageOf(pen: Pen, facts: PassportFacts): Content[] {
  const { words, formats, called } = pen
  const places = facts.stores.map(({ name, address }) => [name, address].filter(Boolean).join('\n'))
  const notes = facts.stores.flatMap(({ notes: own }) => own)
  const said = notes.map(
    ({ reasonId, reason, note, at }) =>
      `${formats.day(at)}: ${called('reasons', reasonId, reason)}${note === '' ? '' : ` (${note})`}`,
  )
  const origins = facts.origins.map(({ name, variety, weight, share }): Content[] => [
    [name, variety].filter(Boolean).join(' · '),
    right(formats.kg(weight)),
    right(formats.percent(share)),
  ])
  return [
    heading(words.storage),
    fields([
      [words.storedIn, places.join('\n') || facts.from],
      [words.fromOurBook, said.join('\n')],
    ]),
    ...(origins.length === 0
      ? []
      : [
          {
            margin: [0, 3, 0, 0],
            table: {
              widths: ['*', 'auto', 'auto'],
              headerRows: 1,
              body: [[column(words.madeOf), column('kg', 'right'), column(words.share, 'right')], ...origins],
            },
            layout: 'rows',
          } as Content,
        ]),
    ...leftOut(pen, facts.originsLeftOut, words.inTheTrace),
  ]
}

function assuranceOf({ words }: Pen): Content[] {
  return [
    heading(words.assurance),
    fields([
      [words.assuranceNumber, ''],
      [words.mycotoxins, ''],
    ]),
    choices(words.storeTreatment, [words.treatmentNone]),
    fields([
      [words.treatmentYes, ''],
      ['', ''],
    ]),
    choices(words.pesticides, [words.yes, words.no]),
  ]
}

function samplingOf(pen: Pen, { measured }: PassportFacts): Content[] {
  const { words } = pen
  const known = sayMeasured(pen, measured)
    .map((each) => each.join(' '))
    .join(' · ')
  return [
    heading(words.sampling),
    fields([
      [words.measured, known],
      [words.sampleTaken, ''],
    ]),
  ]
}

function haulageOf(pen: Pen, facts: PassportFacts): Content[] {
  const { words, formats, called } = pen
  const known = facts.earlierLoads.map(
    ({ at, commodityId, commodity }) => `${called('commodities', commodityId, commodity)} ${formats.day(at)}`,
  )
  // Each cell is drawn by itself, so that none may be another's.
  const blank = (): Content => ({ text: BLANK, fontSize: 10 })
  return [
    heading(words.haulier),
    fields([
      [words.haulierName, ''],
      [words.haulierNumber, ''],
      [`${words.vehicle} / ${words.driver}`, [facts.vehicle, facts.driver].filter(Boolean).join(' / ')],
      [words.trailer, ''],
    ]),
    {
      margin: [0, 4, 0, 0],
      table: {
        widths: [70, '*', '*'],
        headerRows: 1,
        body: [
          [column(words.lastLoads), column(words.lastLoad), column(words.cleaning)],
          ...words.lastLoadOf.map((each) => [each, blank(), blank()]),
        ],
      },
      layout: 'grid',
    },
    ...(known.length === 0
      ? []
      : [
          {
            text: fill(words.knownLoads, { loads: known.join(', ') }),
            fontSize: 7.5,
            color: INK_2,
            margin: [0, 2, 0, 0],
          } as Content,
        ]),
    choices(words.clean, [words.yes]),
  ]
}

function signaturesOf({ words }: Pen): Content[] {
  const line = (name: string): Content => ({
    stack: [
      { text: BLANK, fontSize: 15 },
      { canvas: [{ type: 'line', x1: 0, y1: 0, x2: 150, y2: 0, lineWidth: 0.6 }] },
      { text: name, fontSize: 7.5, color: INK_2, margin: [0, 2, 0, 0] },
    ],
  })
  return [
    { text: words.declaration, margin: [0, 8, 0, 0], fontSize: 8 },
    {
      unbreakable: true,
      columns: [line(words.storekeeper), line(words.driver), line(words.intake)],
      columnGap: 12,
    },
  ]
}
