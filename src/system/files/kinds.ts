/** Limits on what is taken, and the reasons for them. */

const MEGABYTE = 1024 * 1024

/**
 * The largest file of each bucket, in bytes. A telephone's photograph has 3 to 12 MB; a long contract, scanned, up to 40;
 * two minutes of its video, 250.
 */
export const maxBytesOf = {
  images: 20 * MEGABYTE,
  files: 50 * MEGABYTE,
  videos: 256 * MEGABYTE,
} as const

export type Bucket = keyof typeof maxBytesOf
export const buckets = ['images', 'files', 'videos'] as const satisfies readonly Bucket[]

/** Most bytes of a file whose form has not named its bucket before the file: as large as any. */
export const MAX_BYTES = Math.max(...Object.values(maxBytesOf))

/** True if a field of a form names a bucket. The field has not been checked when the file comes. */
export function isBucket(value: unknown): value is Bucket {
  return typeof value === 'string' && Object.hasOwn(maxBytesOf, value)
}

/** The best telephones make 48 megapixels. Decoding and turning that takes 530 MB of memory for 5 s, in at most two processes at once. */
export const MAX_PIXELS = 50_000_000

/** The slowest honest file, an interlaced PNG of that size, took 11 s on two busy cores. */
export const EXAMINE_SECONDS = 30

/** Partners of one organisation; far more than ever see one document. */
export const MAX_SHARES = 50

/** An upload ends after fifteen minutes at the latest; what is unfinished an hour later never will be. */
export const UNFINISHED_HOURS = 1

/** A kind of file that is taken. */
export interface Kind {
  /** Content type it is served as. */
  contentType: string
  /** The endings under which it may be saved; the first is put on where a name has another. */
  extensions: readonly [string, ...string[]]
  buckets: readonly Bucket[]
  /** Decoded and encoded again: what is stored is what was seen in it, and nothing else that the file carried. */
  isImage?: true
  /** Kept as the camera made it, with the place that it may have written in: in so many forms that nobody can say it is out. */
  mayTellPosition?: true
}

const pictures = { isImage: true, buckets: ['images', 'files'] } as const
const documents = { buckets: ['files'] } as const
const films = { buckets: ['videos'], mayTellPosition: true } as const
const office = 'application/vnd.openxmlformats-officedocument'
const open = 'application/vnd.oasis.opendocument'

/**
 * All kinds that are taken, by what the bytes say they are; any other is refused. Programs, archives and documents with
 * macros are not among them: nobody needs them in a grain store, and what is in them cannot be judged.
 */
const kinds: readonly Kind[] = [
  { contentType: 'image/jpeg', extensions: ['jpg', 'jpeg', 'jpe', 'jfif'], ...pictures },
  { contentType: 'image/png', extensions: ['png'], ...pictures },
  { contentType: 'image/webp', extensions: ['webp'], ...pictures },
  { contentType: 'image/gif', extensions: ['gif'], ...pictures },
  { contentType: 'application/pdf', extensions: ['pdf'], ...documents },
  { contentType: 'application/rtf', extensions: ['rtf', 'doc'], ...documents },
  // The older office formats, and e-mails of Outlook; which of them, the name may say.
  { contentType: 'application/x-cfb', extensions: ['doc', 'xls', 'ppt', 'msg'], ...documents },
  { contentType: `${office}.wordprocessingml.document`, extensions: ['docx'], ...documents },
  { contentType: `${office}.spreadsheetml.sheet`, extensions: ['xlsx'], ...documents },
  { contentType: `${office}.presentationml.presentation`, extensions: ['pptx'], ...documents },
  { contentType: `${open}.text`, extensions: ['odt'], ...documents },
  { contentType: `${open}.spreadsheet`, extensions: ['ods'], ...documents },
  { contentType: `${open}.presentation`, extensions: ['odp'], ...documents },
  // Text has no signature: see `examineText`.
  {
    contentType: 'text/plain; charset=utf-8',
    extensions: ['txt', 'csv', 'tsv', 'log', 'md', 'json', 'eml', 'ics', 'vcf'],
    ...documents,
  },
  { contentType: 'text/plain; charset=utf-16le', extensions: ['txt', 'csv', 'tsv'], ...documents },
  {
    contentType: 'text/plain; charset=windows-1252',
    extensions: ['txt', 'csv', 'tsv', 'log', 'eml'],
    ...documents,
  },
  // Markup, an SVG or a page, is kept for whoever needs it as bytes that no browser takes for a page.
  { contentType: 'application/octet-stream', extensions: ['bin', 'xml'], ...documents },
  { contentType: 'video/mp4', extensions: ['mp4', 'm4v'], ...films },
  { contentType: 'video/x-m4v', extensions: ['m4v', 'mp4'], ...films },
  { contentType: 'video/quicktime', extensions: ['mov', 'qt'], ...films },
  { contentType: 'video/webm', extensions: ['webm'], ...films },
  { contentType: 'video/3gpp', extensions: ['3gp'], ...films },
]

/** The kind of a content type, where it is one that is taken. */
export function findKind(contentType: string): Kind | undefined {
  return kinds.find((kind) => kind.contentType === contentType)
}

/** True if the bytes of a content type may contain the position where they were recorded. */
export function mayRevealPosition(contentType: string): boolean {
  return findKind(contentType)?.mayTellPosition ?? false
}

/** Content type of bytes that nobody can identify. */
export const UNKNOWN_KIND = 'of no kind that is known'

/** The endings of what a bucket takes, for messages to people. */
export function endingsOf(bucket: Bucket): string[] {
  const endings = kinds.filter((kind) => kind.buckets.includes(bucket)).map(({ extensions }) => extensions[0])
  return [...new Set(endings)].filter((each) => each !== 'bin')
}

/**
 * The name to save a file under: its own, with an ending that is true. A page that calls itself a picture must not open as
 * a page, nor a picture that calls itself a program as one.
 *
 * @example savedName('ticket.html', 'image/jpeg') // 'ticket.html.jpg'
 */
export function savedName(name: string, contentType: string): string {
  const extensions = findKind(contentType)?.extensions ?? ['bin']
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase()
  return ending !== undefined && extensions.includes(ending) ? name : `${name}.${extensions[0]}`
}

/** Kind of a file without a signature: text in one of three encodings, markup, or undefined for anything else. */
export type TextKind =
  | 'text/plain; charset=utf-8'
  | 'text/plain; charset=utf-16le'
  | 'text/plain; charset=windows-1252'
  | 'application/octet-stream'

/** Tags, comments, declarations and instructions. A comparison such as `<5` is none. */
const MARKUP = /<[a-z!?/]/i
/** Characters that no text has: control characters other than tab, line ends and form feed. The upper ones are letters elsewhere. */
const CONTROLS = /[\p{Cc}--[\t\n\f\r\u0080-\u009f]]/v
/** Ends the files of old programs. */
const OLD_END = '\x1a'

/**
 * Judges bytes as text. UTF-16 has to say so by its mark, as spreadsheets do; what is not UTF-8 is Windows' western
 * alphabet, as weighbridge programs write it.
 *
 * @example examineText(Buffer.from('plot;tonnes\nA;12.4')) // 'text/plain; charset=utf-8'
 */
export function examineText(bytes: Buffer): TextKind | undefined {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  const encoding = isUtf16 ? 'utf-16le' : isUtf8(bytes) ? 'utf-8' : 'windows-1252'
  const whole = new TextDecoder(encoding).decode(bytes)
  const text = whole.endsWith(OLD_END) ? whole.slice(0, -1) : whole
  if (CONTROLS.test(text) || (isUtf16 && (bytes.length % 2 === 1 || text.includes('\ufffd'))))
    return undefined
  return MARKUP.test(text) ? 'application/octet-stream' : `text/plain; charset=${encoding}`
}

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
