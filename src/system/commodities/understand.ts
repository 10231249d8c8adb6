import Type, { type Static } from 'typebox'
import { languages, type Language } from '../../words/languages.ts'
import { closed } from '../../http/validate/schema.ts'
import { catalogueEntries, commodityTree, type CommodityEntry, type TypeEntry } from './catalogue.ts'
import { findCountry } from '../countries/countries.ts'
import { once, readDataFile, ReferenceDataError } from '../data-file.ts'
import { cropsWithin, lexiconOf, readWords, type Lexicon, type Meaning, type Phrase } from './words-rules.ts'
import { message } from '../../words/catalogue.ts'

const Name = Type.String({ minLength: 1 })
const Names = Type.Record(Type.String({ pattern: '^[0-9]+$' }), Name)

/** data/names/<language>.json: what things are called, and what people write for crops, classes and grades. */
export const NamesFile = closed({
  language: Type.String({ pattern: '^[a-z]{2}$' }),
  names: closed({
    commodities: Type.Optional(Names),
    labels: Type.Optional(
      Type.Record(Name, Name, { description: 'Of types and grades, by their names in the catalogue.' }),
    ),
    tags: Type.Optional(Names),
    measures: Type.Optional(Names),
    reasons: Type.Optional(Names),
    units: Type.Optional(Type.Record(Name, Name)),
    regions: Type.Optional(Type.Record(Type.String({ pattern: '^[A-Z]{2}-[A-Z0-9]{1,3}$' }), Name)),
    groups: Type.Optional(Type.Record(Name, Name, { description: 'Of regions, by their names.' })),
    countries: Type.Optional(
      Type.Record(
        Type.String({ pattern: '^[A-Z]{2}$' }),
        closed({ types: Type.Optional(Names), measures: Type.Optional(Names) }),
        { description: 'Where a country has another word.' },
      ),
    ),
  }),
  hasCompounds: Type.Optional(
    Type.Boolean({ description: 'Whether several words are written as one, as in Winterfuttergerste.' }),
  ),
  fillers: Type.Array(Name),
  modifiers: Type.Record(
    Name,
    closed({
      type: Type.Optional(Name),
      grade: Type.Optional(Type.Array(Name, { minItems: 1 })),
      tags: Type.Optional(Type.Array(Type.Integer(), { minItems: 1 })),
      of: Type.Optional(
        Type.Integer({ description: 'The only commodity of which it is said; by itself it means that.' }),
      ),
    }),
  ),
  words: Type.Record(
    Type.String({ pattern: '^[0-9]+(,[0-9]+)*(/[0-9]+)?$', description: 'Commodities, and perhaps a type.' }),
    Type.Array(Type.String({ minLength: 1, description: 'With `@GB,IE` behind it, only there.' })),
  ),
})
export type NamesFile = Static<typeof NamesFile>

/** The names file of a language. */
export const namesFiles = once(
  () => new Map(languages.map((language) => [language, readDataFile(`names/${language}.json`, NamesFile)])),
)

/** Reads the names now, so that a broken file is found at the start. */
export function loadNamesFiles(): void {
  phrases()
}

/** The meaning found for words; `gradeNames` is settled by the type. */
export interface Understood {
  commodity: CommodityEntry
  type?: TypeEntry
  gradeNames: readonly string[]
  tagIds?: readonly number[]
}

/** The possible meanings of words: one thing, or several, of which somebody has to choose one. */
export type Reading = { is: Understood } | { mayBe: readonly CommodityEntry[] }

/**
 * The crop, and the class and grade where they say it too, that people of a country mean by some words; the country's own
 * language goes first. Undefined where nobody knows. What could be two things is never guessed.
 *
 * @example understand('Winterweizen', 'DE') // { is: { commodity: wheat, type: winter, gradeNames: [] } }
 */
export function understand(words: string, countryISO: string): Reading | undefined {
  for (const language of languagesOf(countryISO)) {
    const meanings = readWords(lexiconFor(language, countryISO), words)
    const readings = distinct(meanings.flatMap(each))
    // What is two things in the language itself is so in every country.
    const isOpen = meanings.some(({ commodityIds }) => commodityIds.length > 1)
    const grown = readings.filter(({ commodity }) => isGrown(countryISO, commodity.id))
    const left = grown.length > 0 && !isOpen ? grown : readings
    const [first] = left
    if (!first) continue
    const commodities = [...new Set(left.map(({ commodity }) => commodity))]
    if (commodities.length > 1) return { mayBe: commodities }
    const types = new Set(left.map(({ type }) => type))
    const { type, ...rest } = first
    return { is: types.size === 1 && type ? { ...rest, type } : rest }
  }
  return undefined
}

/** Which grade of a type in a country the words mean; undefined where the country has none of these names. */
export function gradeMeant(countryISO: string, typeId: number, gradeNames: readonly string[]) {
  if (gradeNames.length === 0) return undefined
  const grades = [...catalogueEntries().grades.values()].filter(
    (grade) => grade.countryISO === countryISO && grade.typeId === typeId,
  )
  const names = gradeNames.find((name) => grades.some((grade) => grade.name === name))
  return grades.find(({ name }) => name === names)
}

/** The crops that are named within words which together mean none, as people of a country say it. */
export function cropsNamedIn(words: string, countryISO: string): readonly CommodityEntry[] {
  for (const language of languagesOf(countryISO)) {
    const found = cropsWithin(lexiconFor(language, countryISO), words).flatMap(each)
    const crops = [...new Set(found.map(({ commodity }) => commodity))]
    const grown = crops.filter(({ id }) => isGrown(countryISO, id))
    if (crops.length > 0) return grown.length > 0 ? grown : crops
  }
  return []
}

function each({ commodityIds, typeId, typeName, gradeNames = [], tagIds }: Meaning): Understood[] {
  const { commodities, types } = catalogueEntries()
  return commodityIds.flatMap((id) => {
    const commodity = commodities.get(id)
    if (!commodity) return []
    const type =
      typeId === undefined
        ? [...types.values()].find((known) => known.commodityId === id && known.name === typeName)
        : types.get(typeId)
    return [{ commodity, ...(type && { type }), gradeNames, ...(tagIds && { tagIds }) }]
  })
}

function distinct(readings: Understood[]): Understood[] {
  const byIds = new Map(readings.map((each) => [`${each.commodity.id}|${each.type?.id}`, each]))
  return [...byIds.values()]
}

function isGrown(countryISO: string, commodityId: number): boolean {
  return commodityTree(countryISO).some(({ items }) => items.some(({ id }) => id === commodityId))
}

/** The language of the country first. */
export function languagesOf(countryISO: string): readonly Language[] {
  const own = findCountry(countryISO)?.locale.slice(0, 2)
  return [...languages].sort((a, b) => Number(b === own) - Number(a === own))
}

const lexicons = new Map<string, Lexicon>()

function lexiconFor(language: Language, countryISO: string): Lexicon {
  const key = `${language} ${countryISO}`
  const known = lexicons.get(key)
  if (known) return known
  const { fillers = [], hasCompounds = false } = namesFiles().get(language) ?? {}
  const said = [...(phrases().get(language) ?? []), ...(language === 'en' ? gradeCodes(countryISO) : [])]
  const lexicon = lexiconOf(said, fillers, countryISO, hasCompounds)
  lexicons.set(key, lexicon)
  return lexicon
}

/** Grades that are codes and no everyday words: `APW1`, `BAF`, `Malt1`. */
const GRADE_CODE = /^([A-Z]{2,}[0-9X]?|[A-Z][a-z]*[0-9])$/

/**
 * The codes of grades that one commodity of a country has alone: to those who trade it they are its name. Without its number, a code is the first
 * of them: “ASW wheat”. English, since they are of the catalogue, as `ownNames` are.
 */
function gradeCodes(countryISO: string): Phrase[] {
  const grades = [...catalogueEntries().grades.values()].filter(
    (grade) => grade.countryISO === countryISO && GRADE_CODE.test(grade.name),
  )
  return [...new Set(grades.map(({ name }) => name))].flatMap((name) => {
    const own = grades.filter((grade) => grade.name === name)
    const [commodityId, another] = new Set(own.map((grade) => grade.commodityId))
    if (commodityId === undefined || another !== undefined) return []
    const [typeId, otherType] = new Set(own.map((grade) => grade.typeId))
    const alone = { commodityIds: [commodityId], ...(otherType === undefined && typeId && { typeId }) }
    const texts = /^[A-Z]{2,}1$/.test(name) ? [name, name.slice(0, -1)] : [name]
    return texts.flatMap((text): Phrase[] => [
      { text, meaning: { ...alone, gradeNames: [name] }, countries: [] },
      { text, meaning: { commodityIds: [], gradeNames: [name] }, countries: [] },
    ])
  })
}

const phrases = once(
  () =>
    new Map(
      [...namesFiles()].map(([language, file]) => [language, [...phrasesOf(file), ...ownNames(language)]]),
    ),
)

function phrasesOf({ language, words, modifiers }: NamesFile): Phrase[] {
  const said = Object.entries(words).flatMap(([key, texts]) => {
    const [ids = '', typeId] = key.split('/')
    const commodityIds = ids.split(',').map(Number)
    const meaning = { commodityIds, ...(typeId !== undefined && { typeId: Number(typeId) }) }
    ensureKnown(language, commodityIds, meaning.typeId)
    return texts.map((each): Phrase => {
      const [text = '', countries = ''] = each.split('@')
      return { text, meaning, countries: countries === '' ? [] : countries.split(',') }
    })
  })
  const modifying = Object.entries(modifiers).flatMap(([text, { type, grade, tags, of }]): Phrase[] => {
    ensureKnownTags(language, tags ?? [])
    const meaning = {
      commodityIds: [],
      ...(type && { typeName: type }),
      ...(grade && { gradeNames: grade }),
      ...(tags && { tagIds: tags }),
      ...(of !== undefined && { onlyOf: of }),
    }
    const alone = of === undefined ? [] : [{ ...meaning, commodityIds: [of] }]
    return [meaning, ...alone].map((each) => ({ text, meaning: each, countries: [] }))
  })
  return [...said, ...modifying]
}

function ensureKnown(language: string, commodityIds: number[], typeId: number | undefined): void {
  const { commodities, types } = catalogueEntries()
  const isKnown =
    commodityIds.every((id) => commodities.has(id)) &&
    (typeId === undefined || types.get(typeId)?.commodityId === commodityIds[0])
  if (!isKnown)
    throw new ReferenceDataError(
      `names/${language}.json`,
      message('thereIsNoData', { what: 'names', id: `${commodityIds.join()}/${typeId ?? ''}` }),
    )
}

function ensureKnownTags(language: string, tagIds: number[]): void {
  const unknown = tagIds.find((id) => !catalogueEntries().tags.has(id))
  if (unknown !== undefined)
    throw new ReferenceDataError(
      `names/${language}.json`,
      message('thereIsNoData', { what: 'tag', id: String(unknown) }),
    )
}

/** Said behind the crop as well; other types are not, since “sunflower oil” and “potato starch” are no crops. */
const SAID_BEHIND = new Set(
  'White,Yellow,Green,Red,Brown,Black,Cider,Dessert,Culinary,Perry,Table,Wine'.split(','),
)

/** English names are those of the catalogue itself. */
function ownNames(language: Language): Phrase[] {
  if (language !== 'en') return []
  const { commodities, types } = catalogueEntries()
  const callsOf = (id: number) => {
    const commodity = commodities.get(id)
    return commodity ? [commodity.name, ...commodity.alsoCalled] : []
  }
  const ofType = ({ id, commodityId }: TypeEntry, text: string): Phrase => ({
    text,
    meaning: { commodityIds: [commodityId], typeId: id },
    countries: [],
  })
  return [
    ...[...commodities.values()].flatMap(({ id, name, alsoCalled }) =>
      [name, ...alsoCalled].map((text): Phrase => ({ text, meaning: { commodityIds: [id] }, countries: [] })),
    ),
    ...[...types.values()].flatMap((type) =>
      callsOf(type.commodityId).flatMap((of) => [
        ofType(type, `${type.name} ${of}`),
        ...(SAID_BEHIND.has(type.name) ? [ofType(type, `${of} ${type.name}`)] : []),
      ]),
    ),
  ]
}
