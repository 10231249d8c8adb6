import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { picturesOfPdf } from '../pdf.ts'
import { drawPdf } from '../../src/http/pdf/draw.ts'
import type { Sheet } from '../../src/http/pdf/sheet.ts'
import type { Grain, LoadFacts, RecallLine } from '../../src/inventory/papers/facts.ts'
import type { Issuer } from '../../src/inventory/papers/issuer.ts'
import { penOf, type Marks } from '../../src/inventory/papers/layout/drawn.ts'
import { passportSheet } from '../../src/inventory/papers/layout/passport.ts'
import { recallSheet } from '../../src/inventory/papers/layout/recall.ts'
import { statementSheet } from '../../src/inventory/papers/layout/statement.ts'
import { countSheet, stockSheet } from '../../src/inventory/papers/layout/stock.ts'
import type { StockUnit } from '../../src/inventory/papers/stock-unit.ts'
import { ticketSheet } from '../../src/inventory/papers/layout/ticket.ts'

// What papers look like, page by page, beside pictures that somebody has looked at. Where one is missing it is made, and the test asks to look.

const issuer: Issuer = { name: 'Hill Farm', countryISO: 'GB', timeZone: 'Europe/London' }
const marks: Marks = {
  link: 'https://granary.example/p/5dYmF9vSx2kTq8RnB3cWhJ',
  print: 1,
  printedAt: '2026-08-14T08:30:00.000Z',
  printedBy: 'Ann Miller',
  replacesOf: undefined,
  replacedAt: undefined,
}
const pen = penOf('en', issuer, undefined, marks)
const wheat: Grain = {
  commodityId: 1,
  commodity: 'Wheat',
  type: 'Winter',
  grade: 'Group 1',
  variety: 'Skyfall',
  harvestYear: '2026',
}
const load: LoadFacts = {
  issuer,
  number: '001204',
  kind: 'out',
  status: 'complete',
  happenedAt: '2026-08-14T08:12:00.000Z',
  reference: 'L-204',
  vehicle: 'AB12 CDE',
  driver: 'Sam Carter',
  from: 'Long Barn, Bay 1',
  to: 'Valley Mill',
  full: 42_660,
  empty: 14_200,
  net: 28_460,
  parts: [{ movementId: 1204, from: 'Long Barn, Bay 1', to: 'Valley Mill', grain: wheat, weight: 28_460 }],
  measured: [
    { name: 'Moisture', value: 14.5, metric: '%' },
    { name: 'Protein', value: 12.8, metric: '%' },
  ],
}
const line: RecallLine = {
  type: 'outbound',
  name: 'Valley Mill',
  reasonId: 0,
  reason: '',
  movementId: 1204,
  at: '2026-08-14T08:12:00.000Z',
  variety: '',
  vehicle: 'AB12 CDE',
  driver: 'Sam Carter',
  reference: 'L-204',
  weight: 28_460,
  share: 94.867,
}
const lostLine = {
  ...line,
  type: 'loss',
  name: '',
  reasonId: 8,
  reason: 'Pest damage',
  movementId: 0,
  vehicle: '',
  driver: '',
  reference: '',
  weight: 1540,
  share: 5.133,
}
const fieldLine = {
  ...lostLine,
  type: 'harvest',
  name: 'Top Field',
  reasonId: 0,
  reason: '',
  variety: 'Extase',
  at: '',
  weight: 28_460,
  share: 100,
}
const noLoss = {
  movementId: 0,
  party: '',
  reasonId: 0,
  reason: '',
  payer: '' as const,
  vehicle: '',
  reference: '',
}
const parcels = Array.from({ length: 60 }, (_each, index) => ({
  grain: wheat,
  owner: 'Brook & Sons',
  isOwn: index % 3 > 0,
  storer: '',
  store: 'Long Barn',
  bay: `Bay ${index + 1}`,
  weight: 1000 + index,
}))

const germanIssuer: Issuer = {
  name: 'Landwirtschaftliche Warengenossenschaft Schwäbische Alb und Oberland eG',
  countryISO: 'DE',
  timeZone: 'Europe/Berlin',
}
const longNames: LoadFacts = {
  ...load,
  issuer: germanIssuer,
  kind: 'in',
  from: 'Agrargenossenschaft Oberlausitz-Niederschlesien Ackerbau GmbH & Co. KG',
  to: 'Getreidelagerhalle Süd am Bahnhof, Box 12 hinten links an der Trocknung',
  owner: 'Agrargenossenschaft Oberlausitz-Niederschlesien Ackerbau GmbH & Co. KG',
  storedUnder: 'EV-2026-0815',
  full: 3_942_660.5,
  empty: 1_014_200,
  net: 2_928_460.5,
  parts: [{ movementId: 1, from: '', to: '', grain: wheat, weight: 2_928_460.5 }],
}
const manyOrigins = {
  ...longNames,
  kind: 'out' as const,
  contractReference: 'C-77',
  stores: [{ name: longNames.to, address: 'Am Bahnhof 1, 88400 Biberach', notes: [] }],
  origins: Array.from({ length: 60 }, (_each, index) => ({
    name: `Schlag ${index + 1} hinter dem Erlenbruch`,
    variety: 'Asano',
    weight: 48_807.675,
    share: index < 40 ? 1.667 : 1.666,
    at: '',
  })),
  originsLeftOut: 0,
  earlierLoads: [],
}

const logo = await sharp(
  Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="320"><rect width="800" height="320" rx="60" fill="#444"/></svg>',
  ),
)
  .png()
  .toBuffer()
const letterhead = {
  address: 'Landwirtschaftliche Straße der Einheit 117\nHinterhaus\n88400 Biberach an der Riß',
  telephone: '+49 7351 000000',
  registrationNumber: 'HRB 123456 Ulm',
  taxNumber: 'USt-IdNr. DE123456789',
  assuranceNumbers: 'QS 4031234567, GMP+ 00815, REDcert-EU 0815/2026',
  foot: 'Es gelten unsere Einkaufsbedingungen, die in der Annahme aushängen. Volksbank Biberach, DE00 6309 0000 0000 0000 00',
  logo: `data:image/png;base64,${logo.toString('base64')}`,
}

const kilograms = { label: 'kg', kilograms: 1, decimals: [0, 3] } satisfies StockUnit
const sheets: Record<string, Sheet> = {
  'ticket-a6': ticketSheet(pen, load, 'a6'),
  'ticket-80-copy-replaced': ticketSheet(
    penOf('de', issuer, undefined, { ...marks, print: 3, replacedAt: '2026-08-14T11:00:00.000Z' }),
    { ...load, driver: '' },
    '80',
  ),
  'ticket-58-unweighed-parts': ticketSheet(
    penOf('fr', issuer, undefined, { ...marks, replacesOf: '2026-08-14T06:00:00.000Z' }),
    {
      ...load,
      kind: 'in',
      from: 'Brook & Sons',
      to: 'Long Barn, Bay 1, Long Barn, Bay 2',
      empty: null,
      net: null,
      parts: [1, 2].map((bay) => ({
        movementId: bay,
        from: 'Brook & Sons',
        to: `Long Barn, Bay ${bay}`,
        grain: wheat,
        weight: null,
      })),
      measured: [],
    },
    '58',
  ),
  'passport-many-origins': passportSheet(penOf('de', germanIssuer, undefined, marks), manyOrigins),
  'ticket-a6-long-names': ticketSheet(penOf('de', germanIssuer, undefined, marks), longNames, 'a6'),
  'ticket-a6-letterhead': ticketSheet(penOf('de', germanIssuer, letterhead, marks), longNames, 'a6'),
  'ticket-58-letterhead': ticketSheet(penOf('de', germanIssuer, letterhead, marks), load, '58'),
  'passport-letterhead': passportSheet(penOf('de', germanIssuer, letterhead, marks), {
    ...manyOrigins,
    origins: manyOrigins.origins.slice(0, 3),
  }),
  passport: passportSheet(pen, {
    ...load,
    contractReference: 'C-77',
    stores: [
      {
        name: 'Long Barn, Bay 1',
        address: 'Mill Lane, Harpenden, AL5 2JQ',
        notes: [
          { reasonId: 101, reason: 'Cleaned', note: 'Swept and vacuumed', at: '2026-07-02T09:00:00.000Z' },
        ],
      },
    ],
    origins: [
      { name: 'Top Field', variety: 'Extase', weight: 18_973.333, share: 66.667, at: '' },
      {
        name: 'Brook & Sons',
        variety: 'Skyfall',
        weight: 9486.667,
        share: 33.333,
        at: '2026-08-10T08:00:00.000Z',
      },
    ],
    originsLeftOut: 0,
    earlierLoads: [{ at: '2026-08-13T10:00:00.000Z', commodityId: 2, commodity: 'Barley' }],
  }),
  recall: recallSheet(pen, {
    issuer,
    name: '001204 Winter wheat 2026',
    at: '2026-08-15T08:00:00.000Z',
    sections: [
      {
        about: 'load',
        name: '001204 Winter wheat 2026',
        place: 'Valley Mill',
        weight: 28_460,
        madeOf: [fieldLine],
        wentTo: [],
      },
      {
        about: 'stock',
        name: 'Winter wheat 2026',
        place: 'Long Barn, Bay 1',
        weight: 0,
        madeOf: [],
        wentTo: [line, lostLine],
      },
    ],
    leftOut: 0,
  }),
  statement: statementSheet(pen, {
    issuer,
    owner: 'Brook & Sons',
    from: '2026-07-31T23:00:00.000Z',
    at: '2026-08-31T22:59:59.999Z',
    groups: [
      {
        grain: { ...wheat, grade: '', variety: '', harvestYear: '' },
        storer: '',
        opening: 1000.5,
        closing: 3760.5,
        cameIn: 5000,
        wentOut: 2200,
        lost: 40,
        found: 0,
        lines: [
          {
            ...noLoss,
            at: '2026-08-12T08:00:00.000Z',
            kind: 'in',
            movementId: 1180,
            party: 'Brook & Sons',
            vehicle: 'TR4 CTR',
            change: 5000,
          },
          {
            ...noLoss,
            at: '2026-08-14T08:00:00.000Z',
            kind: 'out',
            movementId: 1204,
            party: 'Valley Mill',
            vehicle: 'AB12 CDE',
            reference: 'L-204',
            change: -2200,
          },
          {
            ...noLoss,
            at: '2026-08-20T08:00:00.000Z',
            kind: 'loss',
            reasonId: 8,
            reason: 'Pest damage',
            payer: 'storer',
            change: -40,
          },
        ],
      },
    ],
    leftOut: 0,
  }),
  stock: stockSheet(pen, {
    issuer,
    at: '2026-08-31T22:59:59.999Z',
    totals: { owned: 41_180, stored: 20_590 },
    perCommodity: [{ commodityId: 1, commodity: 'Wheat', owned: 41_180, stored: 20_590 }],
    lines: parcels,
    leftOut: 12,
  }),
  'count-sheet': countSheet(pen, {
    issuer,
    at: '2026-08-31T22:59:59.999Z',
    unit: kilograms,
    stores: [
      {
        name: 'Long Barn',
        bays: [
          { name: 'Bay 1', lots: [{ grain: wheat, owner: '', weight: 28_460, unit: kilograms }] },
          { name: 'Bay 2', lots: [{ grain: wheat, owner: 'Brook & Sons', weight: 5000, unit: kilograms }] },
          { name: 'Bay 3', lots: [] },
        ],
      },
    ],
    leftOut: 0,
  }),
}

const REFERENCES = path.join(import.meta.dirname, 'pictures')
/** Letters are not drawn alike everywhere; a line that moved differs by more. */
const MOST_PERCENT = 0.4

test.each(Object.entries(sheets))(
  '%s looks as it was looked at',
  { timeout: 60_000 },
  async (name, sheet) => {
    const pages = await picturesOfPdf(await drawPdf(sheet))
    const differ = await Promise.all(pages.map((page, index) => differsBy(`${name}-${index + 1}`, page)))
    expect(Math.max(...differ), '100 where a page was new: look, and run again').toBeLessThan(MOST_PERCENT)
    expect(existsSync(path.join(REFERENCES, `${name}-${pages.length + 1}.png`))).toBe(false)
  },
)

/** How many pixels of a hundred differ visibly from the picture that is kept. */
async function differsBy(name: string, picture: Buffer): Promise<number> {
  const file = path.join(REFERENCES, `${name}.png`)
  if (!existsSync(file)) {
    mkdirSync(REFERENCES, { recursive: true })
    writeFileSync(file, await sharp(picture).greyscale().png({ palette: true, colours: 8 }).toBuffer())
    return 100
  }
  const [one, other] = await Promise.all([greysOf(picture), greysOf(readFileSync(file))])
  if (one.info.width !== other.info.width || one.info.height !== other.info.height) return 100
  let differing = 0
  for (const [at, value] of one.data.entries()) if (Math.abs(value - (other.data[at] ?? 0)) > 48) differing++
  return (100 * differing) / one.data.length
}

function greysOf(png: Buffer) {
  return sharp(png)
    .flatten({ background: '#fff' })
    .toColourspace('b-w')
    .blur(1)
    .raw()
    .toBuffer({ resolveWithObject: true })
}
