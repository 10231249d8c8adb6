import { message, type Message } from '../words/catalogue.ts'
import { isWebAddress } from './web.ts'

export type Settings = ReturnType<typeof settingsIn>

/** Reads one setting each; of what cannot be used it notes the problem, and answers something in its place. */
export function settingsIn(values: NodeJS.Dict<string>, problems: Message[]) {
  const text = (name: string) => values[name]?.trim() || undefined
  const refuse = (name: string, problem: Message, example: string) =>
    void problems.push(message('settingIsWrong', { name, problem, example }))
  const whole = (name: string, fallback: number, [least, most]: [number, number]) => {
    const given = text(name)
    if (given === undefined) return fallback
    if (/^\d+$/.test(given) && Number(given) >= least && Number(given) <= most) return Number(given)
    refuse(name, message('mustBeWhole', { least, most }), String(fallback))
    return fallback
  }
  const url = (name: string, schemes: string[], example: string) => {
    const given = text(name)
    return given !== undefined && isUrl(name, given, schemes, example) ? given : undefined
  }
  const isUrl = (name: string, given: string, schemes: string[], example: string) => {
    const isBegun = schemes.some((scheme) => given.toLowerCase().startsWith(`${scheme}://`))
    if (isBegun && URL.canParse(given)) return true
    refuse(name, isBegun ? message('mustBeUrlEscaped', {}) : message('mustBeUrl', { schemes }), example)
    return false
  }
  /** Reads the address of a service, without a `/` at its end. It may have no `?` or `#`, since paths are appended to it. */
  const webAddress = (name: string, example: string) => {
    const given = text(name)?.replace(/\/+$/, '')
    if (given === undefined || (isWebAddress(given) && !/[?#]/.test(given))) return given
    refuse(name, message('mustBeWebAddress', {}), example)
    return undefined
  }
  /** With commas between; one too many is nothing. */
  const list = (name: string, isSound: (each: string) => boolean, problem: Message, example: string) => {
    const given = (text(name) ?? '').split(',').flatMap((each) => each.trim() || [])
    if (!given.every(isSound)) refuse(name, problem, example)
    return given.filter(isSound)
  }
  return { text, refuse, whole, url, isUrl, webAddress, list }
}
