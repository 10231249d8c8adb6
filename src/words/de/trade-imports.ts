import type { tradeImports as english } from '../en/trade-imports.ts'
import type { SameAs } from '../writing.ts'

const listOf = (names: string[]) => names.join(', ')
const rowsOf = (rows: number[]) => `${rows.length === 1 ? 'Zeile' : 'Zeilen'} ${rows.join(', ')}`

export const tradeImports: SameAs<typeof english> = {
  isNoneOfWords: ({ words }) => `muss eines davon sein: ${listOf(words)}`,
  isNoAmount: () => 'muss ein Betrag sein wie 214,50, und keiner, der auch Tausender meinen könnte',
  isOtherwiseInRow: ({ row }) => `ist anders in Zeile ${row}, die zum selben Kontrakt gehört`,
  otherRowsAreWrong: ({ rows }) =>
    `${rowsOf(rows)} desselben Kontrakts ${rows.length === 1 ? 'muss' : 'müssen'} erst berichtigt werden: Ein Kontrakt wird als Ganzes eingetragen.`,
  contractsHaveNumber: ({ number }) =>
    `Mehrere Ihrer Kontrakte haben die Nummer ${number}: Sagen Sie mit der Kontrakt-ID, welcher gemeint ist.`,
  contractWasEntered: () => 'Der Kontrakt wurde eingetragen.',
  contractWasThere: () => 'Diesen Kontrakt gab es schon; nichts kam hinzu.',
  contractDiffers: ({ columns }) =>
    `Diesen Kontrakt gibt es schon, und er sagt etwas anderes: ${listOf(columns)}. Um ihn zu berichtigen, senden Sie die Datei mit update=true.`,
  contractWasCorrected: ({ columns }) => `Der Kontrakt wurde berichtigt: ${listOf(columns)}.`,
  contractHasGoneOn: () =>
    'Mit dem Kontrakt ging es weiter: Eine Fuhre, ein Auftrag oder eine Reservierung nennt ihn.',
  isNoContractHere: () => 'ist die Nummer keines Ihrer bestätigten Kontrakte',
  isContractOfSeveral: () => 'ist die Nummer mehrerer Kontrakte: Sagen Sie es genauer',
  isOtherThanContract: ({ contract }) => `ist anders im Kontrakt ${contract}`,
  orderNeedsIt: () => 'wird gebraucht, oder die Nummer eines Kontrakts, der es sagt',
  ordersHaveNumber: ({ number }) =>
    `Mehrere Ihrer Aufträge haben die Nummer ${number}: Sagen Sie mit der Auftrags-ID, welcher gemeint ist.`,
  orderWasEntered: () => 'Der Auftrag wurde eingetragen.',
  orderWasThere: () => 'Diesen Auftrag gab es schon; nichts kam hinzu.',
  orderDiffers: ({ columns }) =>
    `Diesen Auftrag gibt es schon, und er sagt etwas anderes: ${listOf(columns)}. Um ihn zu berichtigen, senden Sie die Datei mit update=true.`,
  orderWasCorrected: ({ columns }) => `Der Auftrag wurde berichtigt: ${listOf(columns)}.`,
  orderHasGoneOn: () => 'Mit dem Auftrag ging es weiter: Eine Fuhre nennt ihn.',
  isNoOrderHere: () => 'ist die Nummer keines Ihrer offenen Aufträge',
  orderIsLeftOut: () =>
    'Der Auftrag wird bei dieser Fuhre nicht gelesen: Ein Auftrag gilt für Fuhren, die ein Verkäufer bringt oder ein Käufer bekommt.',
  isOrderOfSeveral: () => 'ist die Nummer mehrerer Aufträge: Sagen Sie es genauer',
  contractIsTextAlone: () =>
    'Der Vertrag bleibt bloßer Text: Der Kontrakt mit dieser Nummer besteht mit jemand anderem als diesem Empfänger.',
  isNoCount: () => 'muss eine ganze Zahl sein',
}
