import { followed } from './followed.ts'

/** A question to somebody, who they are, so that what they were about to do goes on. */
export interface AskedAgain {
  /** Of whoever has no second factor the password, or the provider of their organisation that has signed them in. */
  methods: ('password' | 'code' | 'passkey' | 'provider')[]
  /** Goes on, or leaves it. */
  end: (isShown: boolean) => void
}

/** The question of this moment, for the one dialog of the frame. */
export const askedAgain = followed<AskedAgain | undefined>(undefined)

let asking: Promise<boolean> | undefined

/** Asks the person to show who they are. Requests that wait for it meanwhile share the question. @returns whether they did */
export function showAgain(methods: AskedAgain['methods']): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => askedAgain.set({ methods, end: resolve })).finally(() => {
    asking = undefined
    askedAgain.set(undefined)
  })
  return asking
}
