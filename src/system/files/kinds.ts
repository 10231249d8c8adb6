import type { Bucket } from './limits.ts'

/** A kind of file that is taken. */
export interface Kind {
  /** What it is served as. */
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
  // Text has no signature: see `judgeText`.
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

/** Whether the bytes of a content type may hold where they were recorded. */
export function mayTellPosition(contentType: string): boolean {
  return findKind(contentType)?.mayTellPosition ?? false
}

/** What a bucket takes, for messages to people. */
export function sayKinds(bucket: Bucket): string {
  const endings = kinds.filter((kind) => kind.buckets.includes(bucket)).map(({ extensions }) => extensions[0])
  return [...new Set(endings)].filter((each) => each !== 'bin').join(', ')
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
