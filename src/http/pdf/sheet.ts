/** Content for a sheet, as pdfmake takes it. Lengths in points. */
export type Content = string | Piece

export interface Piece {
  text?: string | Content[]
  /** One below another. */
  stack?: Content[]
  /** One beside another. */
  columns?: Content[]
  columnGap?: number
  table?: {
    widths: (number | '*' | 'auto')[]
    headerRows: number
    body: Content[][]
    /** So many rows stay with the head of the table: it does not stand alone at the foot of a page. */
    keepWithHeaderRows?: number
    dontBreakRows?: boolean
    heights?: number
  }
  /** Of a table: lines below rows, or a grid to write into. */
  layout?: 'rows' | 'grid'
  /** A code for a camera, of at most so many points. */
  qr?: string
  /** A picture, as a data URL of a PNG, within so many points. */
  image?: string
  fit?: number | [width: number, height: number]
  canvas?: (
    | { type: 'rect'; x: number; y: number; w: number; h: number; lineWidth: number }
    | { type: 'line'; x1: number; y1: number; x2: number; y2: number; lineWidth: number }
  )[]
  /** Of what stands in columns. */
  width?: number | '*' | 'auto'
  /** Another face than the papers' own. */
  font?: string
  fontSize?: number
  bold?: boolean
  color?: string
  alignment?: 'left' | 'right' | 'center'
  noWrap?: boolean
  unbreakable?: boolean
  pageBreak?: 'before'
  /** Left, top, right, bottom. */
  margin?: [number, number, number, number]
}

/** A document for pdfmake that can be handed to another thread: no functions in it. */
export interface Sheet {
  title: string
  /** Of what it says, such as `de`. */
  language: string
  /** Points; a roll is as long as what stands on it. */
  pageSize: { width: number; height: number | 'auto' }
  /** Points: left, top, right, bottom. */
  pageMargins: [number, number, number, number]
  /** Points. */
  fontSize: number
  content: Content[]
  /** Stands at the foot of each page; `{page}` and `{pages}` become numbers. A roll has none. */
  foot?: string
  /** Says at the head which letters no face has: `{letters}` becomes their numbers in Unicode. */
  cannotDraw?: string
}

/** A paper that is there and may be seen, and is not printed yet. */
export interface Paper {
  /** With its ending. */
  fileName: string
  /** Keeps what is printed, and draws it. */
  print: () => Promise<Buffer>
}

/** A request to the thread to draw a sheet. Its answer follows. */
export interface DrawRequest {
  id: number
  sheet: Sheet
}
export type DrawAnswer = { id: number; bytes: Uint8Array } | { id: number; problem: string }
