import { remember } from '../api/remember.ts'

const KEPT = 'granary.theme'
const themes = ['', 'light', 'dark'] as const

/** The colours: as the device has them, or one of the two. */
export type Theme = (typeof themes)[number]

export const isTheme = (text: string): text is Theme => themes.some((each) => each === text)

export function themeNow(): Theme {
  const kept = localStorage.getItem(KEPT) ?? ''
  return isTheme(kept) ? kept : ''
}

/** Shows these colours, now and when the page is opened again. */
export function chooseTheme(theme: Theme): Theme {
  remember(KEPT, theme)
  document.documentElement.dataset['theme'] = theme
  return theme
}
