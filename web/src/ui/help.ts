import type { WrittenLanguage } from '../i18n/languages.ts'
import type { MessagesOf } from '../i18n/messages.ts'

/** A screen's help: its purpose, its keys, and a sentence for each of its figures. */
interface HelpText<Figure extends string = string> {
  about: string
  /** By the key as it stands on a keyboard, such as `F9`. */
  keys?: Record<string, string>
  figures: Record<Figure, string>
}

/** The help of a screen. Figures bear the names that they have on it. */
export interface Help {
  names: Record<WrittenLanguage, Record<string, string>>
  says: Record<WrittenLanguage, HelpText>
}

/**
 * The help of a screen, in every language; its route names the file that has it.
 *
 * @param names the messages of the screen, in which the figures have their names
 * @param says what is said, with a sentence for each figure by the name of its message
 */
export function defineHelp<En extends Record<string, string>, Figure extends keyof En & string>(
  names: MessagesOf<En>,
  says: Record<WrittenLanguage, HelpText<Figure>>,
): Help {
  return { names, says }
}

/** Loader of a route's help: it is loaded when somebody asks. */
export type HelpFile = () => Promise<{ help: Help }>

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    help: HelpFile
  }
}
