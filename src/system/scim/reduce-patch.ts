import { isDeepStrictEqual } from 'node:util'
import { message } from '../../words/catalogue.ts'
import { attributeName, matchesParts, parsePath, type AttributePath, type Filter } from './filter.ts'
import { scimRefusal } from './refuse.ts'

/** The pure part of a change: what a directory sends becomes a person as it describes them. */

/** A person as a directory describes them: of what it sends, all that means something here. */
export interface DirectoryPerson {
  username?: string
  externalid?: string
  active?: boolean
  displayname?: string
  name?: { givenname?: string; familyname?: string; formatted?: string }
  emails?: { value?: string; type?: string; primary?: boolean }[]
  /** Values by which somebody new gets their role. */
  roles?: { value?: string; primary?: boolean; type?: string }[]
}

export interface PatchOperation {
  operation: 'add' | 'replace' | 'remove'
  path: string | undefined
  value: unknown
}

type Values = Record<string, unknown>

const texts = new Set(['username', 'externalid', 'displayname'])
const lists = new Set(['emails', 'roles'])
const ofName = new Set(['givenname', 'familyname', 'formatted'])
const ofElement = new Set(['value', 'type', 'primary'])

/** Reads a body that describes a person whole. Attributes that mean nothing here are left out. */
export function personFrom(body: unknown): DirectoryPerson {
  return reducePatch({}, [{ operation: 'add', path: undefined, value: body }])
}

/**
 * Applies the operations of a change, in their order. What it is given stays as it is.
 *
 * @throws Refusal `invalidPath`, `noTarget`, `invalidValue` or `invalidSyntax`
 * @example reducePatch({ active: true }, [{ operation: 'replace', path: 'active', value: 'False' }]) // { active: false }
 */
export function reducePatch(person: DirectoryPerson, operations: readonly PatchOperation[]): DirectoryPerson {
  return operations.reduce<DirectoryPerson>(applyOperation, person)
}

function applyOperation(
  person: DirectoryPerson,
  { operation, path, value }: PatchOperation,
): DirectoryPerson {
  if (path !== undefined) return changeAt(person, operation, parsePath(path), value)
  if (operation === 'remove') throw scimRefusal('noTarget', message('directoryChangeHasNoPath', {}))
  if (!isObject(value)) throw scimRefusal('invalidSyntax', message('directoryChangeIsNoObject', {}))
  // Members are named as attributes are, and by some directories as paths.
  return Object.entries(value).reduce<DirectoryPerson>(
    (changed, [name, each]) =>
      isMeaningful(name) ? changeAt(changed, operation, parsePath(name), each) : changed,
    person,
  )
}

/** True for the name of a member that means something here; another, such as one of the schema of employees, may be written in any way. */
function isMeaningful(name: string): boolean {
  const [attribute = ''] = attributeName(name).split(/[.[]/, 1)
  return texts.has(attribute) || lists.has(attribute) || attribute === 'active' || attribute === 'name'
}

function changeAt(
  person: DirectoryPerson,
  operation: PatchOperation['operation'],
  { attribute, filter, sub }: AttributePath,
  value: unknown,
): DirectoryPerson {
  if (lists.has(attribute)) {
    const list = attribute === 'roles' ? 'roles' : 'emails'
    const elements = person[list] ?? []
    const changed = changeList(elements, operation, { list, filter, sub }, value)
    return withMember(person, list, changed.length === 0 ? undefined : changed)
  }
  // Directories send whatever they have of a person, such as telephone numbers.
  if (!isMeaningful(attribute)) return person
  const isName = attribute === 'name'
  if (filter || (!isName && sub !== undefined))
    throw scimRefusal('invalidPath', message('directoryPathIsOfNothing', { path: attribute }))
  if (isName) return withMember(person, 'name', changeName(person.name, operation, sub, value))
  // What is sent as null has no value.
  if (operation === 'remove' || value === null) return withMember(person, attribute, undefined)
  return withMember(
    person,
    attribute,
    attribute === 'active' ? flagIn(attribute, value) : textIn(attribute, value),
  )
}

function changeName(
  name: DirectoryPerson['name'],
  operation: PatchOperation['operation'],
  sub: string | undefined,
  value: unknown,
): DirectoryPerson['name'] {
  if (sub === undefined && (operation === 'remove' || value === null)) return undefined
  if (sub === undefined && !isObject(value)) throw isWrong('name')
  const given = sub === undefined ? (value as Values) : { [sub]: operation === 'remove' ? null : value }
  const entries = Object.entries(given)
    .map(([part, each]) => [part.toLowerCase(), each] as const)
    .filter(([part]) => ofName.has(part))
  const changed = entries.reduce<Values>(
    (all, [part, each]) => withMember(all, part, each === null ? undefined : textIn(`name.${part}`, each)),
    { ...name },
  )
  return Object.keys(changed).length === 0 ? undefined : changed
}

interface ListPlace {
  list: 'emails' | 'roles'
  filter: Filter | undefined
  sub: string | undefined
}

function changeList(
  elements: readonly Values[],
  operation: PatchOperation['operation'],
  place: ListPlace,
  value: unknown,
): Values[] {
  const { list, filter, sub } = place
  if (sub !== undefined && !ofElement.has(sub)) return [...elements]
  if (!filter && sub === undefined) {
    if (operation === 'remove' || value === null) return withoutElements(elements, operation, list, value)
    return operation === 'replace' ? elementsIn(list, value) : joined(elements, elementsIn(list, value))
  }
  const isMeant = (element: Values) => !filter || matchesParts(filter, element)
  if (operation === 'remove' || value === null) return removeMeant(elements, isMeant, place)
  const given = sub === undefined ? elementIn(list, value) : partIn(list, sub, value)
  if (!elements.some(isMeant)) return joined(elements, [{ ...partsAskedFor(place), ...given }])
  return elements.reduce<Values[]>(
    (all, element) => (isMeant(element) ? joined(all, [{ ...element, ...given }]) : joined(all, [element])),
    [],
  )
}

/** All elements but those that the change names: without any, it means all. */
function withoutElements(
  elements: readonly Values[],
  operation: PatchOperation['operation'],
  list: ListPlace['list'],
  value: unknown,
): Values[] {
  if (operation !== 'remove' || value === null || value === undefined)
    return operation === 'add' ? [...elements] : []
  const named = elementsIn(list, value)
  return elements.filter(
    (element) => !named.some((each) => isDeepStrictEqual(each['value'], element['value'])),
  )
}

function removeMeant(
  elements: readonly Values[],
  isMeant: (element: Values) => boolean,
  { filter, sub, list }: ListPlace,
): Values[] {
  if (filter && !elements.some(isMeant))
    throw scimRefusal('noTarget', message('directoryPathIsOfNothing', { path: list }))
  if (sub === undefined) return elements.filter((element) => !isMeant(element))
  return elements
    .map((element) => (isMeant(element) ? withMember(element, sub, undefined) : element))
    .filter((element) => element['value'] !== undefined)
}

/** Adds elements to others: none twice, and the one that came last as the primary one is it. */
function joined(elements: readonly Values[], added: readonly Values[]): Values[] {
  return added.reduce<Values[]>(
    (all, element) => {
      if (all.some((each) => isDeepStrictEqual(each, element))) return all
      const others = element['primary'] === true ? all.map(withoutPrimary) : all
      return [...others, element]
    },
    [...elements],
  )
}

const withoutPrimary = (element: Values) =>
  element['primary'] === true ? { ...element, primary: false } : element

/**
 * The parts that an element has to have to be what a filter asks for. Directories change the address of work where there is none yet, and
 * mean that there shall be one.
 */
function partsAskedFor({ filter, list }: ListPlace): Values {
  if (!filter) return {}
  const parts = filter.kind === 'and' ? filter.parts : [filter]
  return parts.reduce<Values>((all, each) => {
    if (each.kind !== 'compare' || each.operator !== 'eq' || !ofElement.has(each.path))
      throw scimRefusal('noTarget', message('directoryPathIsOfNothing', { path: list }))
    return { ...all, ...partIn(list, each.path, each.value) }
  }, {})
}

function elementsIn(list: string, value: unknown): Values[] {
  const all = Array.isArray(value) ? value : [value]
  return joined(
    [],
    all.map((each) => elementIn(list, each)).filter((each) => each['value'] !== undefined),
  )
}

/** One element: an object of its parts, or the value alone. */
function elementIn(list: string, value: unknown): Values {
  if (typeof value === 'string') return { value }
  if (!isObject(value)) throw isWrong(list)
  return Object.entries(value).reduce<Values>((all, [name, each]) => {
    const part = name.toLowerCase()
    return ofElement.has(part) && each !== null ? { ...all, ...partIn(list, part, each) } : all
  }, {})
}

function partIn(list: string, part: string, value: unknown): Values {
  const path = `${list}.${part}`
  return { [part]: part === 'primary' ? flagIn(path, value) : textIn(path, value) }
}

function textIn(path: string, value: unknown): string {
  if (typeof value !== 'string') throw isWrong(path)
  return value
}

/** Reads a flag; some directories send it as a text. */
function flagIn(path: string, value: unknown): boolean {
  const flag = typeof value === 'string' ? value.toLowerCase() : value
  if (flag === true || flag === 'true') return true
  if (flag === false || flag === 'false') return false
  throw isWrong(path)
}

const isWrong = (path: string) => scimRefusal('invalidValue', message('directoryValueIsWrong', { path }))

function withMember<Whole extends object>(whole: Whole, name: string, value: unknown): Whole {
  const { [name]: _before, ...rest } = whole as Values
  return (value === undefined ? rest : { ...rest, [name]: value }) as Whole
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
