import { readTerminalLanguage } from '../config.ts'
import { readerOf, type Reader } from '../words/render.ts'

/** Whoever sits at the terminal. */
export const terminalReader = (): Reader => readerOf(readTerminalLanguage())
