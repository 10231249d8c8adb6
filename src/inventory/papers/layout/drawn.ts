import type { Language } from '../../../words/languages.ts'
import type { Content, Piece, Sheet } from '../../../http/pdf/sheet.ts'
import { servedNames } from '../../../system/commodities/served-names.ts'
import type { Grain } from '../facts.ts'
import type { Issuer } from '../issuer.ts'
import type { Letterhead } from '../letterhead.ts'
import { formatsIn, type Formats } from '../formats.ts'
import { paperWordsIn, type PaperWords } from '../../../words/papers.ts'

/** When a paper was printed, and what became of it: what stands on it beside its facts. */
export interface Marks {
  /** Shown, and not issued. */
  isPreview?: boolean
  /** Number that the paper has of its own; left out of a ticket, whose load has it, and of what has none. */
  number?: string | undefined
  /** Address that its code for a camera leads to; none for a paper that is only to be filled in. */
  link: string | undefined
  /** 1 for the first print. */
  print: number
  printedAt: string
  printedBy: string
  /** When the issue before it was printed first. */
  replacesOf: string | undefined
  /** When the issue after it was printed first. */
  replacedAt: string | undefined
}

/** Words, figures and names in one language, with which layouts write. */
export interface Pen {
  language: Language
  words: PaperWords
  formats: Formats
  marks: Marks
  issuer: Issuer
  letterhead: Letterhead | undefined
  /** Returns the language's name for a reason or a commodity. */
  called: (kind: 'reasons' | 'commodities' | 'labels', key: string | number, name: string) => string
}

export function penOf(
  language: Language,
  issuer: Issuer,
  letterhead: Letterhead | undefined,
  marks: Marks,
): Pen {
  const { fieldOf } = servedNames(language, issuer.countryISO)
  return {
    language,
    words: paperWordsIn(language),
    formats: formatsIn(language, issuer),
    marks,
    issuer,
    letterhead,
    called: (kind, key, name) => fieldOf(kind, key).names?.[language] ?? name,
  }
}

/** Points of a length on paper. */
export const mm = (millimetres: number): number => (millimetres * 72) / 25.4

export const INK_2 = '#5d5444'
const BAD = '#a8261c'

/** Commodity, grade, variety and year in one line. */
export function grainLine({ called }: Pen, grain: Grain): string {
  return [
    called('commodities', grain.commodityId, grain.commodity),
    grain.grade === '' ? '' : called('labels', grain.grade, grain.grade),
    grain.variety,
    grain.harvestYear,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Lists measurements one after another: name and figure with its unit. */
export function measuredRows(
  { words, formats }: Pen,
  measured: { name: string; value: number; metric: string }[],
): [name: string, value: string][] {
  return measured.map(({ name, value, metric }) => [
    name === 'Moisture' ? words.moisture : name,
    `${formats.figure(value)} ${metric}`.trim(),
  ])
}

/** Draws the notices that have to be seen first: that the paper is a copy, was replaced, or is out of date. */
export function banners(pen: Pen, paper: string, more: string[] = []): Content[] {
  const { words, formats, marks } = pen
  const { print, replacesOf, replacedAt, isPreview } = marks
  const said = [
    ...(isPreview ? [words.preview] : []),
    ...(print > 1 ? [copyLine(pen, paper)] : []),
    ...(replacedAt === undefined ? [] : [words.replaced({ at: formats.moment(replacedAt) })]),
    ...more,
  ]
  return [
    ...said.map((text): Content => ({ text, bold: true, color: BAD, margin: [0, 0, 0, 3] })),
    ...(replacesOf === undefined
      ? []
      : [{ text: words.replaces({ at: formats.moment(replacesOf) }), margin: [0, 0, 0, 3] } as Content]),
  ]
}

/** Which print of which paper it is: COPY 2 of weighbridge ticket 001204, first printed on 14 Aug 2026, 09:30. */
function copyLine({ words, formats, marks, language }: Pen, paper: string): string {
  // Within a sentence only German writes its nouns with a capital.
  const named = language === 'de' ? paper : paper.charAt(0).toLowerCase() + paper.slice(1)
  return words.copy({ n: String(marks.print), paper: named, at: formats.moment(marks.printedAt) })
}

/** Formats who printed the paper, and when. */
export function printedLine({ words, formats, marks }: Pen): string {
  return words.printed({ at: formats.moment(marks.printedAt), by: marks.printedBy })
}

/** Draws the issuer of the paper: logo, name, and whatever else the organisation prints at the head. */
export function letterheadOf(
  { issuer, letterhead, words }: Pen,
  logo: { width: number; height: number },
): Content[] {
  if (!letterhead) return [{ text: issuer.name, color: INK_2 }]
  const { address, telephone, registrationNumber, taxNumber, assuranceNumbers } = letterhead
  const place = address
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(', ')
  const numbers = [registrationNumber, taxNumber, assuranceNumbers].filter(Boolean).join(' · ')
  const reached = telephone === '' ? '' : `${words.telephone} ${telephone}`
  const small = [place, reached, numbers].filter(Boolean)
  return [
    ...(letterhead.logo === ''
      ? []
      : [{ image: letterhead.logo, fit: [logo.width, logo.height], margin: [0, 0, 0, 4] } as Content]),
    { text: issuer.name, color: INK_2, bold: small.length > 0 },
    ...small.map((text): Content => ({ text, fontSize: 7, color: INK_2 })),
  ]
}

/** The head of a paper of a whole page: what it is, whose, and the code. */
export function head(
  pen: Pen,
  { title, number = '' }: { title: string; number?: string },
  about: string[],
  more: string[] = [],
): Content[] {
  const { marks, words } = pen
  const code: Content[] =
    marks.link === undefined
      ? []
      : [
          {
            width: 96,
            stack: [
              { qr: marks.link, fit: 84, alignment: 'right' },
              { text: words.check, fontSize: 6.5, color: INK_2, alignment: 'right', margin: [0, 2, 0, 0] },
            ],
          },
        ]
  return [
    {
      columns: [
        {
          width: '*',
          stack: [
            ...letterheadOf(pen, { width: 170, height: 48 }),
            { text: title, fontSize: 19, bold: true, margin: [0, pen.letterhead ? 5 : 1, 0, 4] },
            ...about.filter(Boolean).map((text): Content => ({ text, margin: [0, 0, 0, 1.5] })),
            { stack: banners(pen, `${title} ${number}`.trim(), more), margin: [0, 4, 0, 0] },
          ],
        },
        ...code,
      ],
      columnGap: 14,
      margin: [0, 0, 0, 8],
    },
  ]
}

export const heading = (text: string): Piece => ({
  text,
  bold: true,
  fontSize: 11,
  margin: [0, 6, 0, 2],
})

/** A4, upright, or on its side for a wide table. */
export function paperPageOf(
  pen: Pen,
  title: string,
  content: Content[],
  { isWide = false }: { isWide?: boolean } = {},
): Sheet {
  const [width, height] = isWide ? [mm(297), mm(210)] : [mm(210), mm(297)]
  return {
    title: `${title} · ${pen.issuer.name}`,
    language: pen.language,
    pageSize: { width, height },
    pageMargins: [mm(15), mm(13), mm(15), mm(16)],
    fontSize: 9,
    content,
    cannotDraw: pen.words.cannotDraw,
    foot: [pen.letterhead?.foot, [pen.issuer.name, printedLine(pen), pen.words.page].join(' · ')]
      .filter(Boolean)
      .join('\n'),
  }
}

/** That some lines did not fit, and where they are. */
export function leftOut({ words, formats }: Pen, count: number, where: string): Content[] {
  if (count === 0) return []
  const text = words.leftOut({ n: formats.figure(count), where })
  return [{ text, bold: true, color: BAD, margin: [0, 6, 0, 0] }]
}

/** A figure in a column. */
export const right = (text: string, bold = false): Content => ({
  text,
  alignment: 'right',
  bold,
  noWrap: true,
})
/** The name of a column. */
export const column = (text: string, alignment: 'left' | 'right' = 'left'): Content => ({
  text,
  alignment,
  bold: true,
  fontSize: 8,
  color: INK_2,
})
