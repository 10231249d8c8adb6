import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addTranslation, inLanguage, isLanguage, languageNames } from './languages.ts'
import { makeFormats } from './make-formats.ts'
import { METRIC } from '../api/units.ts'
import { parseWeight, typedWeight } from './numbers.ts'

// What a file of `translations/` holds.
const polish = {
  name: 'Polski',
  locale: 'pl-PL',
  texts: {
    '{n} bay | {n} bays': '{n} komora | {n} komory | {n} komór | {n} komory',
    'Weight, {stockUnit}': 'Masa, {stockUnit}',
  },
}
const messages = {
  en: { bays: '{n} bay | {n} bays', weight: 'Weight, {stockUnit}', close: 'Close' },
  de: { bays: '{n} Box | {n} Boxen', weight: 'Gewicht, {stockUnit}', close: 'Schließen' },
  fr: { bays: '{n} cellule | {n} cellules', weight: 'Poids, {stockUnit}', close: 'Fermer' },
}

/** Of the page, whose types are a browser's. */
const ofPage = (file: string): Promise<{ [name: string]: (...given: unknown[]) => string }> =>
  import(`./${file}`)
let say: (...given: unknown[]) => string

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: { lang: '' } })
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  addTranslation('pl', polish)
  const [{ chooseLanguage }, page] = [await ofPage('language.ts'), await ofPage('messages.ts')]
  chooseLanguage?.('pl')
  say = page['say'] ?? String
})
afterAll(() => void vi.unstubAllGlobals())

test('a further language can be chosen, by its own name', () => {
  expect(isLanguage('pl')).toBe(true)
  expect(languageNames()).toEqual({ en: 'English', de: 'Deutsch', fr: 'Français', pl: 'Polski' })
  expect(isLanguage('cs')).toBe(false)
})

test('its texts stand in the place of the English ones; what it has not is in English', () => {
  expect(inLanguage(messages, 'pl')).toEqual({
    bays: polish.texts['{n} bay | {n} bays'],
    weight: 'Masa, {stockUnit}',
    close: 'Close',
  })
})

test.each([
  [1, '1 komora'],
  [2, '2 komory'],
  [4, '4 komory'],
  [5, '5 komór'],
  [12, '12 komór'],
  [22, '22 komory'],
  [25, '25 komór'],
])('%d has the form of its count: %s', (n, words) => {
  expect(say(inLanguage(messages, 'pl').bays, { n })).toBe(words)
})

test('figures are written and read as it writes them', () => {
  const formats = makeFormats('pl-PL', 'Europe/Warsaw', { units: METRIC, countryISO: 'PL' })
  expect(formats.weight(28_460.5).replaceAll(/\s/g, ' ')).toBe('28 460,5 kg')
  expect(parseWeight('28 460,5', 'pl')).toEqual({ kg: 28_460.5 })
  expect(typedWeight(28_460.5, 'pl')).toBe('28460,5')
})
