/** What is counted of a parcel in a bay that is said to be empty: what is there is written off. Where something is missing, it stays missing. */
export function clearedOf(recordId: string, reasonId: number) {
  return { recordId, countedGrams: 0, reason: String(reasonId), maxGainGrams: 0 }
}
