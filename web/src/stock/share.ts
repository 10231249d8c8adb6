/** A share as it was typed, in any measure such as 2 and 1, or 60 and 40; undefined if it is none. */
export function shareOf(typed: string): number | undefined {
  const share = /^\d{1,6}([.,]\d{1,3})?$/.test(typed.trim()) ? Number(typed.replace(',', '.')) : 0
  return share > 0 ? share : undefined
}
