/** What a file without a signature is: text in one of three encodings, markup, or undefined for anything else. */
export type TextKind =
  | 'text/plain; charset=utf-8'
  | 'text/plain; charset=utf-16le'
  | 'text/plain; charset=windows-1252'
  | 'application/octet-stream'

/** Tags, comments, declarations and instructions. A comparison such as `<5` is none. */
const MARKUP = /<[a-z!?/]/i
/** What no text has: control characters other than tab, line ends and form feed. The upper ones are letters elsewhere. */
const CONTROLS = /[\p{Cc}--[\t\n\f\r\u0080-\u009f]]/v
/** Ends the files of old programs. */
const OLD_END = '\x1a'

/**
 * Judges bytes as text. UTF-16 has to say so by its mark, as spreadsheets do; what is not UTF-8 is Windows' western
 * alphabet, as weighbridge programs write it.
 *
 * @example judgeText(Buffer.from('plot;tonnes\nA;12.4')) // 'text/plain; charset=utf-8'
 */
export function judgeText(bytes: Buffer): TextKind | undefined {
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
