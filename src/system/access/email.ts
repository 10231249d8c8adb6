/** How an e-mail address is kept and compared: without blanks around it, in lower case. */
export function emailOf(text: string): string {
  return text.trim().toLowerCase()
}
