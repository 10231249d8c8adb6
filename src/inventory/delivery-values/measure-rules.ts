import { moistureNamed } from '../../kernel/moisture.ts'
import { nameKey } from '../../kernel/names.ts'
import { MEASURES as GERMAN } from '../../words/de/measures.ts'
import { MEASURES as FRENCH } from '../../words/fr/measures.ts'

const ENGLISH = new Map(
  [GERMAN, FRENCH].flatMap((names) =>
    Object.entries(names).map(([english, own]) => [nameKey(own), nameKey(english)] as const),
  ),
)

/**
 * A key that is the same for a measure of quality whatever the language of its name; of other names it is their own.
 *
 * @example measureKey('Feuchte') === measureKey('Moisture')
 */
export function measureKey(name: string): string {
  return nameKey(moistureNamed(name) === 'moisture' ? 'moisture' : (ENGLISH.get(nameKey(name)) ?? name))
}
