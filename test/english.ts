/** Words that stand in English sentences alone. */
const ENGLISH =
  /\b(the|is|are|were|must|have|has|not|with|this|there|which|would|only|than|such|your|send|give|needs?|takes)\b/i
/** What somebody named: in quotation marks, an address, or words with hyphens, such as options. */
const NAMED = /“[^”]*”|„[^“]*“|«[^»]*»|Name of \S+|https?:\S+|\/api\/\S+|\b\w+-\w+-\w+\b|--[\w-]+/g

/** True if there is an English sentence in a text, apart from what somebody named. */
export function isEnglish(text: string): boolean {
  return ENGLISH.test(text.replaceAll(NAMED, ' '))
}
