/** Letters that carry no mark to take off, and are written otherwise where they are not on the keyboard. */
const PLAIN: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
}

/**
 * A name as it is compared: small letters without marks, digits and single blanks, “Saint” and “St.” the same.
 *
 * @example fold('Saint-Étienne') // 'st etienne'
 */
export function fold(name: string): string {
  return withoutMarks(name.toLowerCase())
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(/\bsaint(e?)\b/g, 'st$1')
    .trim()
}

/**
 * A name with its umlauts written out, folded; undefined of one that has none.
 *
 * @example foldWrittenOut('Göttingen') // 'goettingen'
 */
export function foldWrittenOut(name: string): string | undefined {
  const composed = name.normalize('NFC').toLowerCase()
  return /[äöü]/.test(composed) ? fold(composed.replaceAll(/[äöü]/g, (each) => `${fold(each)}e`)) : undefined
}

/**
 * A folded name as if what looks like a written-out umlaut were one.
 *
 * @example withUmlauts('goettingen') // 'gottingen'
 */
export function withUmlauts(folded: string): string {
  return folded.replaceAll(/([aou])e/g, '$1')
}

function withoutMarks(name: string): string {
  // Most names have nothing to take off, and looking costs ten times as much.
  if (/^[a-z0-9 -]*$/.test(name)) return name
  return name
    .normalize('NFKD')
    .replace(/[\p{M}'’‘ʻʼ`]/gu, '')
    .replace(/[ßæœøđðþłħı]/g, (letter) => PLAIN[letter] ?? letter)
}

/** Letters, digits and the blank. */
const SIGNS = 37

export const TRIGRAMS = SIGNS ** 3

/**
 * The sequences of three signs in a folded name, as numbers below TRIGRAMS, each once. A word begins with two blanks and ends with one,
 * so that beginnings count for more; the last word's end is left out where somebody may still be typing.
 */
export function trigramsOf(folded: string, isUnfinished = false): Set<number> {
  const grams = new Set<number>()
  const words = folded.split(' ').filter((word) => word !== '')
  for (const [index, word] of words.entries()) {
    const padded = isUnfinished && index === words.length - 1 ? `  ${word}` : `  ${word} `
    for (let at = 0; at + 3 <= padded.length; at++) {
      grams.add((signAt(padded, at) * SIGNS + signAt(padded, at + 1)) * SIGNS + signAt(padded, at + 2))
    }
  }
  return grams
}

function signAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code === 32) return 0
  return code >= 97 ? code - 96 : code - 48 + 27
}
