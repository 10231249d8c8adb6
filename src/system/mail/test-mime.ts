/** As much of MIME as tests need to look into a mail, written apart from the library that made it. */

export interface ParsedMail {
  /** By name in lower case, unfolded and decoded; a name that stands twice has two. */
  headers: Map<string, string[]>
  text: string
  attachments: { name: string; contentType: string; content: Buffer }[]
}

interface Part {
  headers: Map<string, string[]>
  body: Buffer
}

export function parseMail(raw: Buffer): ParsedMail {
  const whole = partOf(raw)
  const parts = leavesOf(whole)
  const isAttached = ({ headers }: Part) => first(headers, 'content-disposition').startsWith('attachment')
  const text = parts.find((part) => !isAttached(part))
  return {
    headers: whole.headers,
    text: text ? decodeBody(text).toString('utf8').replaceAll('\r\n', '\n') : '',
    attachments: parts.filter(isAttached).map((part) => ({
      name: parameter(first(part.headers, 'content-disposition'), 'filename'),
      contentType: first(part.headers, 'content-type').split(';')[0] ?? '',
      content: decodeBody(part),
    })),
  }
}

function first(headers: Part['headers'], name: string): string {
  return headers.get(name)?.[0] ?? ''
}

function partOf(raw: Buffer): Part {
  const end = raw.indexOf('\r\n\r\n')
  const head = raw.subarray(0, end).toString('utf8')
  const headers = new Map<string, string[]>()
  for (const line of head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(line) ?? []
    const key = name.toLowerCase()
    headers.set(key, [...(headers.get(key) ?? []), decodeWords(value)])
  }
  return { headers, body: raw.subarray(end + 4) }
}

function leavesOf(part: Part): Part[] {
  const boundary = parameter(first(part.headers, 'content-type'), 'boundary')
  if (boundary === '') return [part]
  // Latin-1 keeps every byte as one letter.
  const pieces = part.body.toString('latin1').split(`--${boundary}`).slice(1, -1)
  return pieces
    .map((piece) => piece.replace(/^\r\n/, '').replace(/\r\n$/, ''))
    .flatMap((piece) => leavesOf(partOf(Buffer.from(piece, 'latin1'))))
}

function decodeBody({ headers, body }: Part): Buffer {
  switch (first(headers, 'content-transfer-encoding').toLowerCase()) {
    case 'base64':
      return Buffer.from(body.toString('latin1'), 'base64')
    case 'quoted-printable':
      return unquote(body.toString('latin1').replaceAll('=\r\n', ''))
    default:
      return body
  }
}

function unquote(text: string): Buffer {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/gi, (_whole, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1')
}

/** Encoded words (RFC 2047). */
function decodeWords(value: string): string {
  return value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?[^?]+\?([BQ])\?([^?]*)\?=/gi, (_whole, kind: string, text: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString('utf8')
        : unquote(text.replaceAll('_', ' ')).toString('utf8'),
    )
}

/** A parameter of a header, plain, quoted, or in encoded pieces (RFC 2231). */
function parameter(value: string, name: string): string {
  const pieces = [...value.matchAll(new RegExp(`${name}\\*(\\d+)(\\*?)=("?)([^";]*)\\3`, 'g'))].map(
    ([, , isEncoded, , text = '']) => (isEncoded ? decodeURIComponent(text.replace(/^utf-8''/i, '')) : text),
  )
  if (pieces.length > 0) return pieces.join('')
  const [, whole] = new RegExp(`${name}\\*=(?:utf-8'')?([^;]*)`, 'i').exec(value) ?? []
  if (whole !== undefined) return decodeURIComponent(whole)
  const [, quoted, plain] =
    new RegExp(`${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\\s]*))`, 'i').exec(value) ?? []
  return quoted?.replaceAll(/\\(.)/g, '$1') ?? plain ?? ''
}
