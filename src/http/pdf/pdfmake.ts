import type { Content } from './sheet.ts'

// What is used here of pdfmake 0.3 on a server. Its published types bring those of browsers into the whole service.

export interface DocumentDefinition {
  info: { title: string; creator: string; producer: string }
  language: string
  pageSize: { width: number; height: number | 'auto' }
  pageMargins: [number, number, number, number]
  content: Content[]
  defaultStyle: { font: string; fontSize: number; lineHeight: number; color: string }
  footer?: (page: number, pages: number) => Content
}
interface Drawn {
  headerRows?: number
  widths?: unknown[]
}
type OfLine<Value> = (index: number, node: { table: Drawn }) => Value
export interface TableLayout {
  hLineWidth?: OfLine<number>
  vLineWidth?: OfLine<number>
  hLineColor?: OfLine<string>
  vLineColor?: OfLine<string>
  paddingLeft?: OfLine<number>
  paddingRight?: OfLine<number>
  paddingTop?: OfLine<number>
  paddingBottom?: OfLine<number>
}
export interface Pdfmake {
  /** Read when a document begins. */
  setFonts: (fonts: Record<string, { normal: string; bold: string }>) => void
  /** Files that are on no disk. `storage` is where it has them. */
  virtualfs: { writeFileSync: (name: string, bytes: Buffer) => void; storage: Record<string, unknown> }
  setTableLayouts: (layouts: Record<string, TableLayout>) => void
  setLocalAccessPolicy: (allows: (path: string) => boolean) => void
  setUrlAccessPolicy: (allows: (url: string) => boolean) => void
  createPdf: (definition: DocumentDefinition) => { getBuffer: () => Promise<Uint8Array> }
}
