import { isWebAddress } from './web.ts'

export type Settings = ReturnType<typeof settingsIn>

/** Reads one setting each; of what cannot be used it notes the problem, and answers something in its place. */
export function settingsIn(values: NodeJS.Dict<string>, problems: string[]) {
  const text = (name: string) => values[name]?.trim() || undefined
  const refuse = (name: string, problem: string, example: string) =>
    void problems.push(`${name} ${problem}, such as ${name}=${example}`)
  const whole = (name: string, fallback: number, [least, most]: [number, number]) => {
    const given = text(name)
    if (given === undefined) return fallback
    if (/^\d+$/.test(given) && Number(given) >= least && Number(given) <= most) return Number(given)
    refuse(name, `must be a whole number from ${least} to ${most}`, String(fallback))
    return fallback
  }
  const url = (name: string, schemes: string[], example: string) => {
    const given = text(name)
    return given !== undefined && isUrl(name, given, schemes, example) ? given : undefined
  }
  const isUrl = (name: string, given: string, schemes: string[], example: string) => {
    const isBegun = schemes.some((scheme) => given.toLowerCase().startsWith(`${scheme}://`))
    if (isBegun && URL.canParse(given)) return true
    refuse(
      name,
      isBegun
        ? 'must be a URL: in a name or password write # as %23, / as %2F, ? as %3F, @ as %40, : as %3A and % as %25'
        : `must be a URL that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
      example,
    )
    return false
  }
  /** Reads the address of a service, without a `/` at its end. It may have no `?` or `#`, since paths are appended to it. */
  const webAddress = (name: string, example: string) => {
    const given = text(name)?.replace(/\/+$/, '')
    if (given === undefined || (isWebAddress(given) && !/[?#]/.test(given))) return given
    refuse(
      name,
      'must be an address that starts with http:// or https://, without password, ? and #',
      example,
    )
    return undefined
  }
  /** With commas between; one too many is nothing. */
  const list = (name: string, isSound: (each: string) => boolean, problem: string, example: string) => {
    const given = (text(name) ?? '').split(',').flatMap((each) => each.trim() || [])
    if (!given.every(isSound)) refuse(name, problem, example)
    return given.filter(isSound)
  }
  return { text, refuse, whole, url, isUrl, webAddress, list }
}
