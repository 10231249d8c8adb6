import { useMay } from '../../api/session.ts'
import { useFormats } from '../../i18n/format.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useDeviceSettings } from '../../scale/device-settings.ts'
import { scaleMessages } from '../../scale/messages.ts'
import { ScaleFields } from '../../scale/scale-settings.tsx'
import { settingMessages } from '../../scale/setting-messages.ts'
import { useIndicator, type Indicator } from '../../scale/use-indicator.ts'
import { Rescale } from './rescale.tsx'

/** The scale of this device: how it is heard, what it shows, and what helps if it is silent; and loads that were weighed wrongly. */
export function ScalePart() {
  const m = useMessages(settingMessages)
  const indicator = useIndicator()
  const mayRescale = useMay('adjustments:write')
  return (
    <div className="settings">
      <section className="panel pad stack" aria-labelledby="scale">
        <h2 id="scale">{m.liveTitle}</h2>
        <p className="quiet small">{m.isCable}</p>
        <Live indicator={indicator} />
        <ScaleFields indicator={indicator} />
      </section>
      <Silent indicator={indicator} />
      {mayRescale && <Rescale />}
    </div>
  )
}

/** Shows the weight on the bridge now, as it would be taken over. */
function Live({ indicator: { reading, isConnected } }: { indicator: Indicator }) {
  const m = useMessages(settingMessages)
  const scale = useMessages(scaleMessages)
  const formats = useFormats()
  return (
    <div className="live bar apart">
      <div>
        <div className="small quiet">{m.live}</div>
        <output className="live-weight num">
          {reading ? formats.weight(reading.kg) : <span className="quiet">{m.noWeight}</span>}
        </output>
      </div>
      {isConnected && reading && (
        <span className={reading.isStable ? 'badge good' : 'badge grain'}>
          <span className="dot" />
          {reading.isStable ? scale.stable : scale.moving}
        </span>
      )}
    </div>
  )
}

/** Lists things to check, in the order in which they are most often the cause. */
function Silent({ indicator }: { indicator: Indicator }) {
  const m = useMessages(settingMessages)
  const { source } = useDeviceSettings()
  const causes =
    source === 'bridge'
      ? [m.helpBridge, m.helpSpeed, m.helpMake]
      : [m.helpPort, m.helpProgram, m.helpSpeed, m.helpMake]
  return (
    <section className="panel pad stack" aria-labelledby="silent">
      <h2 id="silent">{m.silent}</h2>
      <ol className="causes">
        {[...causes, m.helpType].map((cause) => (
          <li key={cause}>{cause}</li>
        ))}
      </ol>
      {indicator.canConnect && indicator.isConnected && (
        <button
          type="button"
          className="button start"
          onClick={() => void indicator.connect().catch(() => undefined)}
        >
          {m.connectAgain}
        </button>
      )}
    </section>
  )
}
