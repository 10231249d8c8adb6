import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'

/** The encodings of text files that are read. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | LegacyEncoding
/** Those in which a byte is a letter. */
type LegacyEncoding = 'windows-1252' | 'iso-8859-15' | 'macintosh'

const HEAD_BYTES = 4096

/** The first bytes of a file. */
export async function readHead(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** An encoding, and how words of the file would read in others where nobody can tell. */
export interface FoundEncoding {
  encoding: Encoding
  /** Empty where it is clear. */
  others: { encoding: Encoding; example: string }[]
  example: string
}

/**
 * Finds the encoding of a file's text. It goes by the byte-order mark, else takes UTF-16 where every other byte of Latin text would be zero, else
 * UTF-8. A text that is none of these has an encoding of one byte a letter.
 */
export async function findEncoding(path: string, head: Buffer): Promise<FoundEncoding> {
  const encoding = wideEncodingOf(head)
  if (encoding !== undefined) return { encoding, others: [], example: '' }
  const { isUtf8, words } = await readForeignWords(path)
  return isUtf8 ? { encoding: 'utf-8', others: [], example: '' } : legacyEncodingOf(words)
}

function wideEncodingOf(head: Buffer): Encoding | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const enough = head.length / 8
  if (odd > enough && odd > 4 * even) return 'utf-16le'
  return even > enough && even > 4 * odd ? 'utf-16be' : undefined
}

const MOST_WORDS = 200

/**
 * Looks through a file for what is not ASCII. A file that has letters of UTF-8 is UTF-8, even where single cells of it are damaged: those
 * are refused by themselves.
 */
async function readForeignWords(path: string): Promise<{ isUtf8: boolean; words: Buffer[] }> {
  const words: Buffer[] = []
  let hasUtf8Letters = false
  let isBroken = false
  const strict = new TextDecoder('utf-8', { fatal: true })
  const decoder = new TextDecoder('utf-8')
  for await (const bytes of createReadStream(path)) {
    const buffer = bytes as Buffer
    if (!isBroken) isBroken = !decodes(strict, buffer)
    if (!hasUtf8Letters) hasUtf8Letters = /[\u0080-\ufffc]/.test(decoder.decode(buffer, { stream: true }))
    if (isBroken && words.length < MOST_WORDS) words.push(...foreignWordsOf(buffer).slice(0, MOST_WORDS))
  }
  return { isUtf8: hasUtf8Letters || !isBroken, words }
}

function decodes(decoder: TextDecoder, bytes: Buffer): boolean {
  try {
    decoder.decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

function foreignWordsOf(buffer: Buffer): Buffer[] {
  const text = buffer.toString('latin1')
  return (text.match(/[A-Za-z\u0080-\u00ff]*[\u0080-\u00ff][A-Za-z\u0080-\u00ff]*/g) ?? []).map((word) =>
    Buffer.from(word, 'latin1'),
  )
}

/** Characters of words in the languages that we have, and others usual in tables. */
const EXPECTED = /^[\w\s.äöüÄÖÜßéèêëàâçùûîïôœæÉÈÊÀÂÇÔÎáíóúñåøÅØæÆ°²³€£½¼¾–—’‘“”«»…×±µ\u{a7}-]*$/u

/** A capital letter within a word is a sign of another encoding: “PrÈ”. */
function isWord(text: string): boolean {
  return EXPECTED.test(text) && !/\p{Ll}\p{Lu}/u.test(text)
}

/** Which of the encodings make words of it. */
function legacyEncodingOf(words: Buffer[]): FoundEncoding {
  const read = (['windows-1252', 'macintosh'] as const).map((encoding) => {
    const texts = words.map((word) => new TextDecoder(encoding).decode(word))
    return { encoding, example: texts[0] ?? '', good: texts.filter(isWord).length }
  })
  const [windows, mac] = read
  if (!windows || !mac) throw new Error('there are two encodings')
  const [best, other] = mac.good > windows.good ? [mac, windows] : [windows, mac]
  const isClear = best.good > other.good && best.good === words.length
  return { encoding: best.encoding, example: best.example, others: isClear ? [] : [other] }
}

/** The text of a file, piece by piece. What is not of its encoding becomes U+FFFD. */
export async function* readText(path: string, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const bytes of createReadStream(path)) {
    const text = decoder.decode(bytes as Buffer, { stream: true })
    if (text !== '') yield text
  }
  const rest = decoder.decode()
  if (rest !== '') yield rest
}
