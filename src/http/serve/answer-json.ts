/** Of answers that are still around. */
const texts = new WeakMap<object, string>()

/**
 * The JSON of an answer. Made once: its ETag and what is kept under an Idempotency-Key are of the very text that is sent. An answer
 * must not be changed any more once this was asked.
 */
export function jsonOf(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null) return JSON.stringify(answer)
  const made = texts.get(answer)
  if (made !== undefined) return made
  const text = JSON.stringify(answer)
  texts.set(answer, text)
  return text
}
