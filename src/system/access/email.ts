/**
 * How an e-mail address is kept and compared: without blanks around it, in lower case, and in one Unicode form, for the same letter typed on
 * two keyboards may come in two.
 */
export function emailOf(text: string): string {
  return text.trim().toLowerCase().normalize('NFC')
}
