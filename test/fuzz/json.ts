/** What the fuzzer knows of JSON: where its values are, and how to put others there. */

export type Step = string | number
export type Path = readonly Step[]

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Every place of a value, itself first. */
export function placesIn(value: unknown, path: Path = []): Path[] {
  if (Array.isArray(value)) return [path, ...value.flatMap((each, index) => placesIn(each, [...path, index]))]
  if (!isObject(value)) return [path]
  return [path, ...Object.entries(value).flatMap(([name, each]) => placesIn(each, [...path, name]))]
}

export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((at, step) => (at as Record<Step, unknown> | null | undefined)?.[step], value)
}

/** The whole with another value at a place; what is missing on the way is made. */
export function put(whole: unknown, [step, ...rest]: Path, value: unknown): unknown {
  if (step === undefined) return value
  if (typeof step === 'number') {
    const list = Array.isArray(whole) ? [...whole] : []
    list[step] = put(list[step], rest, value)
    return list
  }
  return withOwn(
    isObject(whole) ? whole : {},
    step,
    put(isObject(whole) ? whole[step] : undefined, rest, value),
  )
}

/** Sets a field of that very name, `__proto__` as well, which an assignment would not. */
function withOwn(object: object, name: string, value: unknown): object {
  const copy = { ...object }
  Object.defineProperty(copy, name, { value, enumerable: true, configurable: true, writable: true })
  return copy
}

/** The whole without what is at a place. */
export function drop(whole: unknown, path: Path): unknown {
  const last = path.at(-1)
  if (last === undefined) return undefined
  const parent = valueAt(whole, path.slice(0, -1))
  if (Array.isArray(parent)) return put(whole, path.slice(0, -1), parent.toSpliced(Number(last), 1))
  if (!isObject(parent)) return whole
  const { [last]: _dropped, ...rest } = parent
  return put(whole, path.slice(0, -1), rest)
}

/** Stands for a number that JSON can say and JavaScript cannot, such as 1e999. */
export class RawNumber {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const RAW = '\u{F0000}raw:'

/** A value as JSON text, in which raw numbers stand as they are. */
export function textOf(value: unknown): string {
  const text = JSON.stringify(value, (_name, each: unknown) =>
    each instanceof RawNumber ? RAW + each.text : each,
  )
  return (text ?? '').replaceAll(new RegExp(`"${RAW}([^"]*)"`, 'gu'), '$1')
}
