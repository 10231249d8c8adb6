/** Fields of the service's own sentences: in English, but for those that `messageId` marks as being in the reader's language. */
const SENTENCES = new Set(['message', 'statusMessage'])
/** Paths of what people write to each other, which is shown as they wrote it. */
const LETTERS = /^\/api\/system\/(conversations|experts|questions)/

/** A figure as the service writes it, before its unit. */
const FIGURE = /(?<![\w.,])(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(?=\s(?:kg|t|lb|tons?|bu|ha|ac|kg\/ha)\b|\s?%)/g

/**
 * An answer in whose sentences figures are written as the reader's language writes them: 15,400 kg are 15.4 kg to a German. What stands in
 * quotation marks somebody has written, and stays.
 *
 * @param path what was asked
 */
export function withOwnFigures(answer: unknown, language: string, path: string): unknown {
  if (language === 'en' || LETTERS.test(path)) return answer
  const { format } = new Intl.NumberFormat(language, { maximumFractionDigits: 6 })
  const written = (sentence: string) =>
    sentence
      .split(/(“[^”]*”)/)
      .map((part) =>
        part.startsWith('“')
          ? part
          : part.replaceAll(FIGURE, (_all, whole: string, fraction = '') =>
              format(Number(whole.replaceAll(',', '') + fraction)),
            ),
      )
      .join('')
  const rewritten = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rewritten)
    if (typeof value !== 'object' || value === null) return value
    const isOwn = 'messageId' in value
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [
        key,
        typeof each === 'string' && SENTENCES.has(key) && !isOwn ? written(each) : rewritten(each),
      ]),
    )
  }
  return rewritten(answer)
}
