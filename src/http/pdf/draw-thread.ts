import { createRequire } from 'node:module'
import path from 'node:path'
import { parentPort } from 'node:worker_threads'
import { inOtherScripts, BUNDLED_FONTS, type SetSheet } from './other-scripts.ts'
import type { DocumentDefinition, Pdfmake, TableLayout } from './pdfmake.ts'
import type { Content, DrawAnswer, DrawRequest, Sheet } from './sheet.ts'

// The thread in which papers are drawn: a stock report of a thousand lines takes a second, in which the service answers others.

const require = createRequire(import.meta.url)
// It has no types of its own.
const pdfmake = require('pdfmake') as Pdfmake
const face = (name: string) => path.join(BUNDLED_FONTS, 'Roboto', `Roboto-${name}.ttf`)
const own = { normal: face('Regular'), bold: face('Medium') }
// What stands on a paper is text that anybody may have typed: it reaches no other file, and no address.
pdfmake.setLocalAccessPolicy(
  (file) => file.startsWith(BUNDLED_FONTS + path.sep) || file.startsWith('data:image/png;base64,'),
)
pdfmake.setUrlAccessPolicy(() => false)

const GREY = '#8f8573'

/** Lines between rows and none between columns; a heading has a darker one. */
const rows: TableLayout = {
  hLineWidth: (index, { table }) => (index === 0 ? 0 : index === (table.headerRows ?? 0) ? 0.8 : 0.4),
  vLineWidth: () => 0,
  hLineColor: (index, { table }) => (index === (table.headerRows ?? 0) ? '#231d13' : '#d8d1c2'),
  paddingLeft: (column) => (column === 0 ? 0 : 4),
  paddingRight: (column, { table }) => (column === (table.widths?.length ?? 0) - 1 ? 0 : 4),
  paddingTop: () => 2.5,
  paddingBottom: () => 2.5,
}
/** A grid to write into. */
const grid: TableLayout = {
  hLineWidth: () => 0.5,
  vLineWidth: () => 0.5,
  hLineColor: () => GREY,
  vLineColor: () => GREY,
  paddingTop: () => 3,
  paddingBottom: () => 2.5,
}
pdfmake.setTableLayouts({ rows, grid })

parentPort?.on('message', ({ id, sheet }: DrawRequest) => {
  void draw(sheet).then(
    (bytes) => answer({ id, bytes }),
    (error: unknown) =>
      answer({ id, problem: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  )
})

function answer(message: DrawAnswer): void {
  parentPort?.postMessage(message)
}

let drawn = 0

async function draw(sheet: Sheet): Promise<Uint8Array> {
  const set = await inOtherScripts(sheet)
  drawn += 1
  const document = drawn
  const files: string[] = []
  const keep = (name: string, bytes: Buffer) => {
    const file = `${document}/${name}`
    pdfmake.virtualfs.writeFileSync(file, bytes)
    files.push(file)
    return file
  }
  const others = set.faces.map(({ font, normal, bold }): [string, typeof own] => [
    font,
    { normal: keep(`${font}-normal`, normal), bold: keep(`${font}-bold`, bold) },
  ])
  try {
    // The document takes the faces that are set as it begins; other documents set theirs meanwhile.
    pdfmake.setFonts({ Roboto: { ...own }, ...Object.fromEntries(others) })
    return await pdfmake.createPdf(definitionOf(sheet, set)).getBuffer()
  } finally {
    for (const file of files) delete pdfmake.virtualfs.storage[file]
  }
}

function definitionOf(
  { title, language, pageSize, pageMargins, fontSize, foot: ownFoot }: Sheet,
  { content, foot }: SetSheet,
): DocumentDefinition {
  return {
    info: { title, creator: 'Granary', producer: 'Granary' },
    language,
    pageSize,
    pageMargins,
    content,
    defaultStyle: { font: 'Roboto', fontSize, lineHeight: 1.1, color: '#000000' },
    ...(ownFoot !== undefined && {
      footer: (page: number, pages: number) => ({
        text: numbered(foot, page, pages),
        fontSize: 7.5,
        color: '#5d5444',
        margin: [pageMargins[0], 8, pageMargins[2], 0],
      }),
    }),
  }
}

/** A foot on one page of all. Pieces are drawn into, so each page has its own. */
function numbered(foot: Content, page: number, pages: number): Content[] {
  const pieces = typeof foot === 'string' || typeof foot.text === 'string' ? [foot] : (foot.text ?? [])
  return pieces.map((piece) => {
    const said = typeof piece === 'string' ? piece : String(piece.text)
    const text = said.replace('{page}', String(page)).replace('{pages}', String(pages))
    return typeof piece === 'string' ? text : { ...piece, text }
  })
}
