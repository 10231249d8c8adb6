import type { system as english } from '../en/system.ts'
import type { SameAs } from '../writing.ts'

export const system: SameAs<typeof english> = {
  tooManyStreams: ({ count }, { figure }) =>
    `Ihr Betrieb hört gerade schon ${figure(count)}-mal zu. Bitte einen Strom schließen, den niemand braucht.`,
  tooManyListeners: () => 'Es hören schon zu viele zu. Bitte gleich noch einmal versuchen.',
  streamIsStopping: () => 'Der Dienst wird gerade beendet. Bitte gleich wiederkommen.',
  tokenIsOfAnother: () => 'Dieses Token ist jetzt für einen anderen Betrieb. Bitte einen neuen Strom öffnen.',
  isNoEventOfStream: () => 'muss die Id eines Ereignisses dieses Stroms sein',
  beginsNoEvent: ({ beginning }) =>
    `ist kein Anfang einer Ereignisart: ${beginning} (GET /api/events nennt alle)`,
  isEventForPeople: ({ beginning }, { given }) =>
    `geht nur an Personen, über den Ereignisstrom${given(beginning)}`,
}
