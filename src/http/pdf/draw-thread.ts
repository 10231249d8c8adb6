import { createRequire } from 'node:module'
import path from 'node:path'
import { parentPort } from 'node:worker_threads'
import type { DocumentDefinition, Pdfmake, TableLayout } from './pdfmake.ts'
import type { DrawAnswer, DrawRequest, Sheet } from './sheet.ts'

// The thread in which papers are drawn: a stock report of a thousand lines takes a second, in which the service answers others.

const require = createRequire(import.meta.url)
// It has no types of its own.
const pdfmake = require('pdfmake') as Pdfmake
const fonts = path.join(path.dirname(require.resolve('pdfmake/package.json')), 'fonts')
const face = (name: string) => path.join(fonts, 'Roboto', `Roboto-${name}.ttf`)
pdfmake.setFonts({
  Roboto: {
    normal: face('Regular'),
    bold: face('Medium'),
    italics: face('Italic'),
    bolditalics: face('MediumItalic'),
  },
})
// What stands on a paper is text that anybody may have typed: it reaches no other file, and no address.
pdfmake.setLocalAccessPolicy((file) => file.startsWith(fonts + path.sep))
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

async function draw(sheet: Sheet): Promise<Uint8Array> {
  return pdfmake.createPdf(definitionOf(sheet)).getBuffer()
}

function definitionOf({
  title,
  language,
  pageSize,
  pageMargins,
  fontSize,
  content,
  foot,
}: Sheet): DocumentDefinition {
  return {
    info: { title, creator: 'Granary', producer: 'Granary' },
    language,
    pageSize,
    pageMargins,
    content,
    defaultStyle: { font: 'Roboto', fontSize, lineHeight: 1.1, color: '#000000' },
    ...(foot !== undefined && {
      footer: (page: number, pages: number) => ({
        text: foot.replace('{page}', String(page)).replace('{pages}', String(pages)),
        fontSize: 7.5,
        color: '#5d5444',
        margin: [pageMargins[0], 8, pageMargins[2], 0],
      }),
    }),
  }
}
