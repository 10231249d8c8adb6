import { useQuery } from '@tanstack/react-query'
import { useMatches } from '@tanstack/react-router'
import { inLanguage } from '../i18n/languages.ts'
import { useLanguage } from '../i18n/language.ts'
import { useInUnits, useMessages } from '../i18n/messages.ts'
import { Dialog } from '../ui/dialog.tsx'
import { helpMessages } from './help-messages.ts'
import { paletteMessages } from './palette-messages.ts'

const NONE: Record<string, string> = {}

/** Shows the help of the current screen. */
export function HelpSheet({ onClose }: { onClose: () => void }) {
  const m = useMessages(helpMessages)
  const palette = useMessages(paletteMessages)
  const language = useLanguage()
  const screen = useMatches({ select: (matches) => matches.at(-1) })
  const help = useQuery({
    queryKey: ['help', screen?.routeId],
    staleTime: Infinity,
    queryFn: async () => (await screen?.staticData.help())?.help ?? null,
  })
  const said = help.data ? inLanguage(help.data.says, language) : undefined
  const figures = useInUnits(said?.figures ?? NONE)
  const { about = '' } = useInUnits(said ? { about: said.about } : NONE)
  const names = useInUnits(help.data ? inLanguage(help.data.names, language) : NONE)
  const keys = { ...said?.keys, [palette.keys]: m.find, '?': m.openHelp }
  return (
    <Dialog title={m.help} onClose={onClose} isSheet isWide>
      {said && (
        <div className="help stack">
          <p>{about}</p>
          <h3>{m.figures}</h3>
          <dl>
            {Object.entries(figures).map(([figure, sentence]) => (
              <div key={figure}>
                <dt>{names[figure]}</dt>
                <dd>{sentence}</dd>
              </div>
            ))}
          </dl>
          <h3>{m.keys}</h3>
          <dl className="of-keys">
            {Object.entries(keys).map(([key, sentence]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{sentence}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
      <p>
        <a href="help/" target="_blank" rel="noopener">
          {m.handbook}
        </a>
      </p>
    </Dialog>
  )
}
