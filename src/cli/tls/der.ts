// What a certificate is written in (X.690, DER), as far as ours need it.

/** A value with its tag and length in front. */
export function tagged(tag: number, ...contents: Uint8Array[]): Buffer {
  const content = Buffer.concat(contents)
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content])
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length])
  const hex = length.toString(16)
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes])
}

export const sequence = (...parts: Uint8Array[]) => tagged(0x30, ...parts)
export const set = (...parts: Uint8Array[]) => tagged(0x31, ...parts)
export const octets = (bytes: Uint8Array) => tagged(0x04, bytes)
export const utf8 = (text: string) => tagged(0x0c, Buffer.from(text))
export const yes = tagged(0x01, Buffer.from([0xff]))

/** A whole number that is not negative. */
export function integer(bytes: Uint8Array): Buffer {
  return tagged(0x02, (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes)
}

/** Bits, of which the last so many are not used. */
export const bits = (bytes: Uint8Array, unused = 0) => tagged(0x03, Buffer.from([unused]), bytes)

/** Something that is tagged by its place: of a single value, or of several. */
export const primitive = (place: number, bytes: Uint8Array) => tagged(0x80 | place, bytes)
export const constructed = (place: number, ...parts: Uint8Array[]) => tagged(0xa0 | place, ...parts)

/** An object identifier, such as `2.5.29.17`. */
export function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number)
  return tagged(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

function base128(value: number): number[] {
  const digits = [value & 0x7f]
  for (let left = value >>> 7; left > 0; left >>>= 7) digits.unshift(0x80 | (left & 0x7f))
  return digits
}

/** A moment to the second: two digits of the year until 2049, four from then on. */
export function time(moment: Date): Buffer {
  const text = moment.toISOString().replaceAll(/[-:T]|\.\d+/g, '')
  const isShort = moment.getUTCFullYear() < 2050
  return tagged(isShort ? 0x17 : 0x18, Buffer.from(isShort ? text.slice(2) : text))
}
