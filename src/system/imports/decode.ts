import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'

/** The encodings of CSV files that are read. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be'

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

/**
 * How a file's text is written: by its byte-order mark, else UTF-16 where every other byte of Latin text would be zero, else
 * UTF-8.
 */
export function encodingOf(head: Buffer): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const enough = head.length / 8
  if (odd > enough && odd > 4 * even) return 'utf-16le'
  return even > enough && even > 4 * odd ? 'utf-16be' : 'utf-8'
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
