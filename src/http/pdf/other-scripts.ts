import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Content, Piece, Sheet } from './sheet.ts'

/**
 * Names in scripts that the papers' own face lacks (docs/decisions/0098-names-in-other-scripts.md): Chinese, Japanese, Korean, Hebrew, Arabic
 * and emoji. Nothing of this is read from the disk before somebody prints such a name.
 */

const require = createRequire(import.meta.url)

/** The papers' own face. */
export const BUNDLED_FONTS = path.join(path.dirname(require.resolve('pdfmake/package.json')), 'fonts')
const OWN_FACE = path.join(BUNDLED_FONTS, 'Roboto', 'Roboto-Regular.ttf')

/** Noto, in the order in which a letter is looked for. Each package cuts its face into slices of some hundred letters. */
const PACKAGES = [
  'noto-sans-hebrew',
  'noto-sans-arabic',
  'noto-sans-sc',
  'noto-sans-kr',
  'noto-emoji',
] as const

interface Slice {
  name: string
  /** Its path on the disk. */
  file: string
  ranges: [first: number, last: number][]
}

/** Letters of every paper of ours in its own languages, so that those look no further. */
const OWN = /^[\u0020-\u007e\u00a0-\u017f\u2010-\u2026\u2032\u2033\u20ac\u2212\n]*$/
/** A blank that breaks no line. */
const NO_BREAK = '\u00a0'
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
/** They say how the letter before is to look, or join two: what they act on is drawn without them. */
const UNSEEN = /[\ufe0e\ufe0f\u200b\u200d-\u200f\u202a-\u202e\u2060\u2066-\u2069]/g

/** A face as a font's file, of the letters that a sheet needs of it. */
export interface DrawnFace {
  /** As pieces of text name it. */
  font: string
  /** Letters that it is listed with, and has not. */
  lacks: string[]
  normal: Buffer
  bold: Buffer
}

/** Content of a sheet, in the faces that it takes. */
export interface SetSheet {
  content: Content[]
  foot: Content
  faces: DrawnFace[]
}

/**
 * Sets the pieces of a sheet's text that the own face cannot draw in others, in the order in which they are seen. What none of them has stands
 * as a question mark, and is said at the head of the sheet.
 */
export async function inOtherScripts({ content, foot = '', cannotDraw = '' }: Sheet): Promise<SetSheet> {
  if (textsOf([...content, foot]).every((text) => OWN.test(text))) return { content, foot, faces: [] }
  const slices = await readSlices()
  // A slice is listed with letters that it may lack: those are looked for further on.
  const lacking = new Set<string>()
  for (;;) {
    const drawn = new Typesetter(slices, lacking)
    const set = { content: content.map((each) => drawn.set(each)), foot: drawn.set(foot) }
    const faces = await drawn.faces()
    const known = lacking.size
    for (const { font, lacks } of faces) for (const letter of lacks) lacking.add(font + letter)
    if (lacking.size > known) continue
    const letters = [...drawn.undrawn].join(' ')
    if (letters === '') return { ...set, faces }
    return { ...set, content: [warning(cannotDraw.replace('{letters}', letters)), ...set.content], faces }
  }
}

const warning = (text: string): Content => ({ text, bold: true, color: '#a8261c', margin: [0, 0, 0, 4] })

function textsOf(contents: Content[]): string[] {
  return contents.flatMap((content): string[] => {
    if (typeof content === 'string') return [content]
    const { text = [], stack = [], columns = [], table } = content
    return textsOf([
      ...(typeof text === 'string' ? [text] : text),
      ...stack,
      ...columns,
      ...(table?.body.flat() ?? []),
    ])
  })
}

/** Sets texts, and remembers which letters it needs of which slice. */
class Typesetter {
  /** Letters that no face has, by their numbers in Unicode. */
  readonly undrawn = new Set<string>()
  private readonly needed = new Map<Slice, Set<string>>()
  private readonly slices: Slice[]
  private readonly lacking: ReadonlySet<string>

  constructor(slices: Slice[], lacking: ReadonlySet<string>) {
    this.slices = slices
    this.lacking = lacking
  }

  set(content: Content): Content {
    if (typeof content === 'string') return OWN.test(content) ? content : { text: this.runs(content) }
    const { text, stack, columns, table } = content
    const set: Piece = { ...content }
    if (typeof text === 'string') {
      if (!OWN.test(text)) set.text = this.runs(text)
    } else if (text) set.text = text.map((each) => this.set(each))
    if (stack) set.stack = stack.map((each) => this.set(each))
    if (columns) set.columns = columns.map((each) => this.set(each))
    if (table) set.table = { ...table, body: table.body.map((row) => row.map((cell) => this.set(cell))) }
    return set
  }

  /** A text in runs of one face each, from left to right as they are seen. */
  private runs(text: string): Run[] {
    return inVisualOrder(text.replaceAll(UNSEEN, '')).flatMap(({ text: own, isRightToLeft }) => {
      const runs: Run[] = []
      for (const letter of own) {
        const slice = this.sliceFor(letter)
        const last = runs.at(-1)
        // A blank within a name that is read from the right stays in its run, or its words would change places.
        const font = isRightToLeft && letter === NO_BREAK ? last?.font : slice?.name
        if (last && last.font === font) last.text += this.drawable(letter, slice)
        else runs.push({ text: this.drawable(letter, slice), ...(font !== undefined && { font }) })
      }
      return isRightToLeft ? runs.toReversed().flatMap(blanksApart) : runs
    })
  }

  private sliceFor(letter: string): Slice | undefined {
    const number = letter.codePointAt(0) ?? 0
    if (isOwn(letter)) return undefined
    return this.slices.find(
      ({ name, ranges }) =>
        ranges.some(([first, last]) => number >= first && number <= last) && !this.lacking.has(name + letter),
    )
  }

  private drawable(letter: string, slice: Slice | undefined): string {
    if (slice) {
      const letters = this.needed.get(slice) ?? new Set([NO_BREAK])
      this.needed.set(slice, letters.add(letter))
      return letter
    }
    if (isOwn(letter)) return letter
    const number = letter.codePointAt(0) ?? 0
    this.undrawn.add(`U+${number.toString(16).toUpperCase().padStart(4, '0')}`)
    return '?'
  }

  /** The slices that were needed, each cut down to the letters of this sheet. */
  faces(): Promise<DrawnFace[]> {
    return Promise.all([...this.needed].map(([slice, letters]) => cut(slice, [...letters])))
  }
}

type Run = Piece & { text: string }

/** Blanks at the ends of what is read from the right, as pieces where they are seen: at the end of a line they would count as nothing. */
function blanksApart(run: Run): Run[] {
  const [, before = '', words = '', after = ''] = /^(\u00a0*)(.*?)(\u00a0*)$/u.exec(run.text) ?? []
  return [{ text: after }, { ...run, text: words }, { text: before }].filter(({ text }) => text !== '')
}

interface FontReader {
  create: (font: Buffer) => { hasGlyphForCodePoint: (letter: number) => boolean }
}
type OpenedFont = ReturnType<FontReader['create']>
const readFont = (font: Buffer): OpenedFont => (require('fontkit') as FontReader).create(font)

const hasLetter = (font: Buffer, letter: string): boolean =>
  readFont(font).hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)

let ownFont: OpenedFont | undefined
/** True if the papers' own face has a letter. */
function isOwn(letter: string): boolean {
  if (OWN.test(letter)) return true
  ownFont ??= readFont(readFileSync(OWN_FACE))
  return ownFont.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)
}

/** A part of a text that is read in one direction. */
interface Direction {
  text: string
  isRightToLeft: boolean
}

/** The parts of a text from left to right, by the rules of Unicode; blanks within what is read from the right do not break its line. */
function inVisualOrder(text: string): Direction[] {
  if (!RIGHT_TO_LEFT.test(text)) return [{ text, isRightToLeft: false }]
  const { getEmbeddingLevels, getMirroredCharactersMap } = bidi()
  return text.split('\n').flatMap((line, index) => {
    const { levels } = getEmbeddingLevels(line)
    const mirrored = getMirroredCharactersMap(line, levels)
    const runs: (Direction & { level: number })[] = []
    for (let at = 0; at < line.length; at++) {
      const level = levels[at] ?? 0
      const letter = mirrored.get(at) ?? line.charAt(at)
      const last = runs.at(-1)
      const unbroken = letter === ' ' ? NO_BREAK : letter
      if (last?.level === level) last.text += unbroken
      else runs.push({ text: unbroken, level, isRightToLeft: level % 2 === 1 })
    }
    const seen = reordered(runs)
    return [...(index > 0 ? [{ text: '\n', isRightToLeft: false }] : []), ...seen]
  })
}

/** Rule L2 of Unicode's bidirectional algorithm, for runs: from the highest level down, what is at it or above is turned round. */
function reordered<Run extends { level: number }>(runs: Run[]): Run[] {
  const order = [...runs]
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--)
    for (let from = 0; from < order.length; from++) {
      let to = from
      while (to < order.length && (order[to]?.level ?? 0) >= level) to++
      if (to > from) order.splice(from, to - from, ...order.slice(from, to).toReversed())
      from = Math.max(from, to)
    }
  return order
}

interface Bidi {
  getEmbeddingLevels: (text: string) => { levels: Uint8Array }
  getMirroredCharactersMap: (text: string, levels: Uint8Array) => Map<number, string>
}
let knownBidi: Bidi | undefined
function bidi(): Bidi {
  return (knownBidi ??= (require('bidi-js') as () => Bidi)())
}

let slices: Promise<Slice[]> | undefined
/** The slices of all faces, as their packages list them. */
function readSlices(): Promise<Slice[]> {
  return (slices ??= Promise.all(PACKAGES.map((name) => slicesOf(name))).then((all) => all.flat()))
}

async function slicesOf(name: string): Promise<Slice[]> {
  const list = require.resolve(`@fontsource-variable/${name}/unicode.json`)
  const ranges = JSON.parse(await readFile(list, 'utf8')) as Record<string, string>
  return Object.entries(ranges).map(([key, text]) => {
    const slice = `${name}-${key.replaceAll(/[[\]]/g, '')}`
    return {
      name: slice,
      file: path.join(path.dirname(list), 'files', `${slice}-wght-normal.woff2`),
      ranges: text.split(',').map((range): [number, number] => {
        const [first = '', last = first] = range.trim().replace(/^U\+/i, '').split('-')
        return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
      }),
    }
  })
}

type SubsetFont = (
  font: Buffer,
  text: string,
  options: { targetFormat: 'sfnt'; variationAxes: { wght: number } },
) => Promise<Buffer>

/** As heavy as the own face is, ordinary and bold. */
const WEIGHTS = { normal: 400, bold: 500 }

async function cut(slice: Slice, letters: string[]): Promise<DrawnFace> {
  const subsetFont = require('subset-font') as SubsetFont
  const font = await readFile(slice.file)
  const weighing = (wght: number) =>
    subsetFont(font, letters.join(''), { targetFormat: 'sfnt', variationAxes: { wght } })
  const normal = await weighing(WEIGHTS.normal)
  return {
    font: slice.name,
    lacks: letters.filter((letter) => letter !== NO_BREAK && !hasLetter(normal, letter)),
    normal,
    bold: await weighing(WEIGHTS.bold),
  }
}
