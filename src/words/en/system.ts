import type { Writing } from '../writing.ts'

export const system = {
  tooManyStreams: ({ count }: { count: number }) =>
    `Your organisation listens ${count} times just now. Close a stream that nobody needs.`,
  tooManyListeners: () => 'There are too many listeners already. Try again in a moment.',
  streamIsStopping: () => 'The service is stopping. Come back in a moment.',
  tokenIsOfAnother: () => 'This token is for another organisation now. Open another stream.',
  isNoEventOfStream: () => 'must be the id of an event of this stream',
  beginsNoEvent: ({ beginning }: { beginning: string }) =>
    `is what no type of event begins with: ${beginning} (GET /api/events lists them)`,
  isEventForPeople: ({ beginning }: { beginning: string }, { given }: Writing) =>
    `is told to people alone, on the event stream${given(beginning)}`,
}
