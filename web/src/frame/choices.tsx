import { useId, useState } from 'react'
import { prefer } from '../api/preferences.ts'
import { useMe } from '../api/session.ts'
import { chooseLanguage, useLanguage } from '../i18n/language.ts'
import { isLanguage, languageNames, type Language } from '../i18n/languages.ts'
import { useMessages } from '../i18n/messages.ts'
import { messages } from './messages.ts'
import { chooseTheme, isTheme, themeNow } from './theme.ts'
import { SignOut } from './sign-out.tsx'

/** Shows the signed-in person, and the settings of the console on this device. */
export function Choices() {
  const me = useMe()
  return (
    <>
      <div className="bar apart">
        <span className="small person">
          <span className="strong" title={me.organisation.name}>
            {me.organisation.name}
          </span>
          <br />
          <span className="quiet">{me.userName}</span>
        </span>
        <SignOut />
      </div>
      <Appearance isOfPerson />
    </>
  )
}

/** Colours and language of this device. Of somebody who is signed in the language is stored, too: mails to them are in it. */
export function Appearance({ isOfPerson = false }: { isOfPerson?: boolean }) {
  const m = useMessages(messages)
  const language = useLanguage()
  const [theme, setTheme] = useState(themeNow)
  const id = useId()
  const choose = (chosen: Language) => {
    chooseLanguage(chosen)
    // Without the service it is this device's alone, until it is chosen again.
    if (isOfPerson) void prefer('language', () => chosen).catch(() => undefined)
  }
  return (
    <div className="choices">
      <select
        id={`${id}t`}
        className="input"
        aria-label={m.theme}
        value={theme}
        onChange={({ target: { value } }) => {
          if (isTheme(value)) setTheme(chooseTheme(value))
        }}
      >
        <option value="">{m.system}</option>
        <option value="light">{m.light}</option>
        <option value="dark">{m.dark}</option>
      </select>
      <select
        id={`${id}l`}
        className="input"
        aria-label={m.language}
        value={language}
        onChange={({ target: { value } }) => {
          if (isLanguage(value)) choose(value)
        }}
      >
        {Object.entries(languageNames()).map(([key, name]) => (
          <option key={key} value={key} lang={key}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}
