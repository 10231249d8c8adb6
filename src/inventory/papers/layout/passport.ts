import type { Content, Sheet } from '../../../http/pdf/sheet.ts'
import type { PassportFacts } from '../facts.ts'
import { paired } from '../../../kernel/paired.ts'
import { partsOfWhole } from '../formats.ts'
import {
  column,
  head,
  heading,
  INK_2,
  leftOut,
  paperPageOf,
  right,
  grainLine,
  measuredRows,
  type Pen,
} from './drawn.ts'
import { netLine, warningsOf } from './ticket.ts'

const BLANK = ' '
/** More of them stand on pages of their own, after the signatures; a letterhead takes room from them. */
const ORIGINS_ON_FIRST = { plain: 8, headed: 3 }

/** A grain passport: what the book knows of the load, and lines for what only people know. */
export function passportSheet(pen: Pen, facts: PassportFacts): Sheet {
  const { words } = pen
  const number = numberOf(pen, facts)
  const about = [...(number === '' ? [] : [`${words.number} ${number}`]), words.byHand]
  const few = facts.origins.length <= ORIGINS_ON_FIRST[pen.letterhead?.logo ? 'headed' : 'plain']
  return paperPageOf(pen, [words.passport, number].filter(Boolean).join(' '), [
    ...head(pen, { title: words.passport, number }, about, warningsOf(pen, facts)),
    together(loadOf(pen, facts)),
    together([...storageOf(pen, facts), ...(few ? originsOf(pen, facts) : originsBelow(pen, facts))]),
    together(assuranceOf(pen, facts)),
    together(samplingOf(pen, facts)),
    together(haulageOf(pen, facts)),
    together(signaturesOf(pen)),
    ...(few ? [] : [{ ...heading(words.origins), pageBreak: 'before' as const }, ...originsOf(pen, facts)]),
  ])
}

/** Its own number; a preview has none yet. What was printed before there were series has that of its load. */
function numberOf({ marks }: Pen, { number }: PassportFacts): string {
  return marks.number ?? (marks.isPreview ? '' : number)
}

/** Places content together on one page. */
const together = (stack: Content[]): Content => ({ unbreakable: true, stack })

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
  const grain = [...new Set(facts.parts.map((part) => grainLine(pen, part.grain)))].join('\n')
  return [
    heading(words.load),
    fields([
      [words.grain, grain],
      weighedLine(pen, facts),
      [words.date, formats.moment(facts.happenedAt)],
      [words.destination, facts.to],
      [words.contract, facts.contractReference],
      ticketLine(pen, facts),
    ]),
  ]
}

/** The net, and the sources of its weights below it, as far as anybody stated them: a row of their own would take the signatures to another page. */
function weighedLine(pen: Pen, facts: PassportFacts): [string, string] {
  const { words, formats } = pen
  const [title, net] = netLine(pen, facts)
  const sources = (facts.sources ?? []).map(
    (each) => `${words[each.what]}: ${words.weightSource(each, formats)}`,
  )
  return [title, [net, sources.join(' · ')].filter(Boolean).join('\n')]
}

/** The number of its ticket beside the customer's reference; the reference alone where it was printed before there were series. */
function ticketLine({ words, marks }: Pen, { number, reference }: PassportFacts): [string, string] {
  if (!marks.isPreview && marks.number === undefined) return [words.reference, reference]
  return [words.ticket, [number, reference].filter(Boolean).join(' · ')]
}

function storageOf(pen: Pen, facts: PassportFacts): Content[] {
  const { words, formats, called } = pen
  const places = facts.stores.map(({ name, address }) => [name, address].filter(Boolean).join('\n'))
  const notes = facts.stores.flatMap(({ notes: own }) => own)
  const said = notes.map(
    ({ reasonId, reason, note, at }) =>
      `${formats.day(at)}: ${called('reasons', reasonId, reason)}${note === '' ? '' : ` (${note})`}`,
  )
  return [
    heading(words.storage),
    fields([
      [words.storedIn, places.join('\n') || facts.from],
      [words.fromOurBook, said.join('\n')],
    ]),
  ]
}

/** Draws the origins of the load, heaviest first, and their total. */
function originsOf(pen: Pen, { origins, originsLeftOut }: PassportFacts): Content[] {
  if (origins.length === 0) return []
  const { words, formats } = pen
  const figures = partsOfWhole(origins, formats)
  const row = (name: Content, [weight, share]: [string, string], bold = false): Content[] => [
    name,
    right(weight, bold),
    right(share, bold),
  ]
  return [
    {
      margin: [0, 3, 0, 0],
      table: {
        widths: ['*', 'auto', 'auto'],
        headerRows: 1,
        keepWithHeaderRows: 1,
        dontBreakRows: true,
        body: [
          [column(words.madeOf), column(formats.unit, 'right'), column(words.share, 'right')],
          ...paired(origins, figures.lines).map(([{ name, variety }, own]) =>
            row([name, variety].filter(Boolean).join(' · '), own),
          ),
          row({ text: words.total, bold: true }, figures.total, true),
        ],
      },
      layout: 'rows',
    },
    ...leftOut(pen, originsLeftOut, words.inTheTrace),
  ]
}

/** That there are more origins than the first page has room for, and where they stand. */
function originsBelow({ words, formats }: Pen, { origins, originsLeftOut }: PassportFacts): Content[] {
  const count = origins.length + originsLeftOut
  return [{ text: words.originsBelow({ n: formats.figure(count) }), margin: [0, 3, 0, 0] }]
}

function assuranceOf({ words, formats, letterhead }: Pen, facts: PassportFacts): Content[] {
  const treatments = facts.stores.flatMap(({ fumigations = [] }) =>
    fumigations.map(({ product, dose, at, airedAt }) =>
      words.fumigated({
        product,
        dose,
        day: formats.day(at),
        aired: airedAt === '' ? '' : formats.day(airedAt),
      }),
    ),
  )
  return [
    heading(words.assurance),
    fields([
      [words.assuranceNumber, letterhead?.assuranceNumbers ?? ''],
      [words.mycotoxins, ''],
    ]),
    choices(words.storeTreatment, [words.treatmentNone]),
    fields([
      [words.treatmentYes, treatments.join('\n')],
      facts.holdOverride === undefined ? ['', ''] : [words.holdOverride, facts.holdOverride],
    ]),
    choices(words.pesticides, [words.yes, words.no]),
  ]
}

function samplingOf(pen: Pen, { measured }: PassportFacts): Content[] {
  const { words } = pen
  const known = measuredRows(pen, measured)
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

/**
 * Draws who carries it, and what the lorry carried before. The book knows what it carried for this organisation: it stands there for the driver to
 * correct, since nobody but the haulier knows what it carried for others.
 */
function haulageOf(pen: Pen, facts: PassportFacts): Content[] {
  const { words, formats, called } = pen
  const { haulier } = facts
  const known = facts.earlierLoads.map(
    ({ at, commodityId, commodity }) => `${called('commodities', commodityId, commodity)} ${formats.day(at)}`,
  )
  // Each cell is drawn by itself, so that none may be another's.
  const cell = (text = BLANK): Content => ({ text, fontSize: 10 })
  return [
    heading(words.haulier),
    fields([
      [words.haulierName, haulier?.name ?? ''],
      [words.haulierNumber, haulier?.numbers.join(' · ') ?? ''],
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
          ...words.lastLoadOf.map((each, index) => [each, cell(known[index]), cell()]),
        ],
      },
      layout: 'grid',
    },
    ...(known.length === 0
      ? []
      : [{ text: words.knownLoads, fontSize: 7.5, color: INK_2, margin: [0, 2, 0, 0] } as Content]),
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
