/**
 * Words to choose one of, in a sentence.
 *
 * @example sayOr(['intake', 'internal', 'outbound']) // 'intake, internal or outbound'
 */
export function sayOr(words: readonly string[]): string {
  const [last = '', ...others] = words.toReversed()
  return others.length === 0 ? last : `${others.toReversed().join(', ')} or ${last}`
}
