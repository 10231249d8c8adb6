/** The most characters of an operation's texts by their paths without indexes, as the client has them from the service's documents. */
export type FieldLimits = Readonly<Record<string, number>>

/** The most characters that the first of the paths may have for which there is a limit. */
export function limitOf(limits: FieldLimits, paths: string[]): number | undefined {
  const plain = paths.map((path) => path.replaceAll(/\[\d+\]/g, '').replace(/^\./, ''))
  return plain.map((path) => limits[path]).find((most) => most !== undefined)
}
