import { fault, notFound, Refusal, refuseFaults } from '../../kernel/errors.ts'
import type { Point } from './grid-rules.ts'
import type { Provider } from './provider.ts'
import { unavailable } from './refusals.ts'
import { splitDotted, splitWords } from './three-words-rules.ts'
import { readThreeWords } from './three-words.ts'

/**
 * The point that three words stand for, and the words as they are written. Ours are read here; with dots they are what3words's, who is asked.
 *
 * @throws Refusal `invalid_input` for what is not three words, `not_found` for words that belong to no place
 */
export async function pointOfWords(
  providers: Provider[],
  query: string,
): Promise<{ words: string; point: Point }> {
  const dotted = splitDotted(query)
  if (dotted !== undefined) return { words: dotted, point: await pointOfDotted(providers, dotted) }
  const words = splitWords(query)
  if (!words)
    refuseFaults([
      fault('query', 'must be three words of the letters a to z, such as formulism-unitive-alpaca'),
    ])
  const reading = readThreeWords(words)
  if ('point' in reading) return { words: words.join('-'), point: rounded(reading.point) }
  const { suggestions } = reading
  const hint = suggestions.length > 0 ? ` Perhaps it is ${suggestions.join(' or ')}.` : ''
  const what =
    'unknown' in reading
      ? `${reading.unknown.map((word) => `“${word}”`).join(' and ')} ${reading.unknown.length > 1 ? 'are no words' : 'is no word'} of three-word addresses.`
      : 'These three words do not belong together: one of them is wrong, or two have changed places.'
  throw new Refusal('not_found', what + hint, { details: { suggestions } })
}

async function pointOfDotted(providers: Provider[], words: string): Promise<Point> {
  const provider = providers.find((each) => each.pointOfWords)
  if (!provider?.pointOfWords) {
    refuseFaults([
      fault(
        'query',
        'is a what3words address, and this service is not connected to what3words; its own have no dots',
      ),
    ])
  }
  const point = await provider.pointOfWords(words).catch((cause: unknown) => {
    throw unavailable('what3words', cause)
  })
  if (!point) throw notFound('what3words address', words)
  return point
}

/** To a centimetre: no more than anybody needs, and far within the cell. */
function rounded({ lat, lon }: Point): Point {
  return { lat: Math.round(lat * 1e7) / 1e7, lon: Math.round(lon * 1e7) / 1e7 }
}
