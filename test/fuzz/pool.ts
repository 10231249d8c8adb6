import { isObject } from './json.ts'

type Id = string | number

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The ids that an organisation's requests and answers have named, by what they name: `recordId`, `storageId`, … */
export class Pool {
  readonly #byName = new Map<string, Set<Id>>()
  readonly #all = new Set<Id>()

  /** One of the ids of this name where there are any, else any of its type; the same pick is the same id again. */
  pick(name: string, type: 'string' | 'number', pick: number): Id | undefined {
    const isOfType = (id: Id) => typeof id === type
    const named = [...(this.#byName.get(singular(name)) ?? [])].filter(isOfType)
    const among = named.length > 0 && pick % 5 !== 0 ? named : [...this.#all].filter(isOfType)
    return among[pick % Math.max(1, among.length)]
  }

  /** The ids of which there is only one in the world. */
  uuids(): string[] {
    return [...this.#all].filter((id): id is string => typeof id === 'string' && UUID.test(id))
  }

  forget(id: Id): void {
    this.#all.delete(id)
    for (const named of this.#byName.values()) named.delete(id)
  }

  add(name: string, id: unknown): void {
    if (!isPooled(name, id)) return
    const named = this.#byName.get(name) ?? new Set()
    this.#byName.set(name, named.add(id))
    this.#all.add(id)
  }

  /** Takes every id out of a request or an answer. `resource` is what the `id` of its top is: `recordId`. */
  gather(value: unknown, resource: string): void {
    if (Array.isArray(value)) {
      for (const each of value) {
        if (typeof each === 'object') this.gather(each, resource)
        else this.add(resource, each)
      }
      return
    }
    if (!isObject(value)) return
    for (const [name, each] of Object.entries(value)) {
      const called = name === 'id' || name === 'ids' || name === 'docs' ? resource : singular(name)
      if (typeof each === 'object') this.gather(each, /ids?$/i.test(called) ? called : `${called}Id`)
      else this.add(called, each)
    }
  }
}

/** What is counted through and not everybody's; other small numbers are of reference data. */
const COUNTED = /^(substorage|movement|adjustment|load)Id$/

function isPooled(name: string, id: unknown): id is Id {
  if (COUNTED.test(name)) return /^\d+$/.test(String(id)) || UUID.test(String(id))
  return typeof id === 'string' && UUID.test(id)
}

function singular(name: string): string {
  return name
    .replaceAll(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase())
    .replace(/ies$/, 'y')
    .replace(/s$/, '')
}

/** What the last id of a path names: `recordId` for `/api/inventory/records/{id}/trace`. */
export function resourceOf(path: string): string {
  const steps = path.split('/').slice(3)
  const parameter = steps.findLastIndex((step) => step.startsWith('{'))
  return `${singular(steps[parameter === -1 ? 0 : parameter - 1] ?? '')}Id`
}

/** The name under which a path's parameter is pooled. */
export function nameOfParameter(path: string, parameter: string): string {
  if (parameter !== 'id') return parameter
  const steps = path.split('/')
  return `${singular(steps[steps.indexOf('{id}') - 1] ?? '')}Id`
}
