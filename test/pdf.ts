import { createRequire } from 'node:module'
import path from 'node:path'
import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** What a PDF says and what it looks like, read by another program than the one that has made it. */

const library = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))

/** What `read` makes of each page. */
async function eachPage<T>(
  bytes: Buffer,
  read: (page: PDFPageProxy, pdf: PDFDocumentProxy) => Promise<T> | T,
): Promise<T[]> {
  const task = getDocument({
    data: new Uint8Array(bytes),
    standardFontDataUrl: `${path.join(library, 'standard_fonts')}/`,
    verbosity: 0,
  })
  const pdf = await task.promise
  const pages: T[] = []
  for (let number = 1; number <= pdf.numPages; number++)
    pages.push(await read(await pdf.getPage(number), pdf))
  await task.destroy()
  return pages
}

/** The text of each page, line by line, from the top. */
export function textOfPdf(bytes: Buffer): Promise<string[]> {
  return eachPage(bytes, async (page) => {
    const { items } = await page.getTextContent()
    const lines = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''))
    return lines.join('').replaceAll('\u00a0', ' ')
  })
}

/** Width and height of each page in millimetres. */
export function sizesOfPdf(bytes: Buffer): Promise<[width: number, height: number][]> {
  return eachPage(bytes, (page) => {
    const { width, height } = page.getViewport({ scale: 25.4 / 72 })
    return [Math.round(width), Math.round(height)]
  })
}

/** The library's canvas without a browser, of which its types say nothing. */
interface Canvases {
  create: (width: number, height: number) => { canvas: { toBuffer: (type: 'image/png') => Buffer } }
}

/** The pages as pictures, in PNG, at 90 points an inch. */
export function picturesOfPdf(bytes: Buffer): Promise<Buffer[]> {
  return eachPage(bytes, async (page, pdf) => {
    const viewport = page.getViewport({ scale: 1.25 })
    const canvases = pdf.canvasFactory as Canvases
    const { canvas } = canvases.create(Math.ceil(viewport.width), Math.ceil(viewport.height))
    await page.render({ canvas: canvas as never, viewport }).promise
    return canvas.toBuffer('image/png')
  })
}
