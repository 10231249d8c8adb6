import { useFormats } from '../i18n/format.ts'
import { say, useMessages } from '../i18n/messages.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Choice, TextField } from '../ui/parts.tsx'
import {
  changeDeviceSettings,
  papers,
  useDeviceSettings,
  type DeviceSettings,
  type Paper,
} from './device-settings.ts'
import { isMake, makes, readLine } from './indicator-lines.ts'
import { MeterFields } from './meter-settings.tsx'
import type { Indicator } from './use-indicator.ts'
import { scaleMessages } from './messages.ts'
import { settingMessages } from './setting-messages.ts'

const BAUDS = [1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200]
const isPaper = (text: string): text is Paper => Object.hasOwn(papers, text)
const parities: DeviceSettings['parity'][] = ['none', 'even', 'odd']

/** The indicator and the printer of this device, over the ticket. */
export function ScaleSettings({ indicator, onClose }: { indicator: Indicator; onClose: () => void }) {
  const m = useMessages(scaleMessages)
  return (
    <Dialog title={m.settings} onClose={onClose} isSheet>
      <ScaleFields indicator={indicator} />
    </Dialog>
  )
}

/** Settings for the indicator's connection and format, with its last line to check that it is read rightly; and for the paper. */
export function ScaleFields({ indicator }: { indicator: Indicator }) {
  const m = useMessages(settingMessages)
  const settings = useDeviceSettings()
  return (
    <>
      <Choice
        label={m.source}
        value={settings.source}
        onChange={(source) =>
          changeDeviceSettings({ source: source === 'bridge' || source === 'second' ? source : 'cable' })
        }
      >
        <option value="cable">{m.cable}</option>
        <option value="bridge">{m.bridge}</option>
        <option value="second">{m.second}</option>
      </Choice>
      <Connection indicator={indicator} />
      <Choice
        label={m.make}
        value={settings.make}
        onChange={(make) => isMake(make) && changeDeviceSettings({ make })}
      >
        {Object.entries(makes).map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </Choice>
      <TextField
        label={m.name}
        value={settings.name}
        most={100}
        onChange={(name) => changeDeviceSettings({ name })}
      />
      {settings.source === 'cable' && <PortFields />}
      <MeterFields />
      <Choice
        label={m.paper}
        value={settings.paper}
        onChange={(paper) => isPaper(paper) && changeDeviceSettings({ paper })}
      >
        {Object.entries(papers).map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </Choice>
      <TextField
        label={m.tareDays}
        value={String(settings.tareDays)}
        onChange={(days) => /^\d{0,3}$/.test(days) && changeDeviceSettings({ tareDays: Number(days) })}
      />
    </>
  )
}

/** The speed of the cable, as the indicator has it. */
function PortFields() {
  const m = useMessages(settingMessages)
  const settings = useDeviceSettings()
  return (
    <div className="two">
      <Choice
        label={m.baud}
        value={String(settings.baudRate)}
        onChange={(rate) => changeDeviceSettings({ baudRate: Number(rate) })}
      >
        {BAUDS.map((rate) => (
          <option key={rate}>{rate}</option>
        ))}
      </Choice>
      <Choice
        label={m.parity}
        value={settings.parity}
        onChange={(chosen) => {
          const parity = parities.find((each) => each === chosen)
          if (parity) changeDeviceSettings({ parity })
        }}
      >
        {parities.map((each) => (
          <option key={each} value={each}>
            {m[each]}
          </option>
        ))}
      </Choice>
    </div>
  )
}

/** Shows the indicator's output, or why there is none. */
function Connection({ indicator }: { indicator: Indicator }) {
  const m = useMessages(settingMessages)
  const { source } = useDeviceSettings()
  if (indicator.isConnected || (source === 'cable' && indicator.canConnect))
    return <Heard indicator={indicator} />
  return <p className="quiet">{source === 'cable' ? m.noSerial : m.noBridge}</p>
}

function Heard({ indicator: { line, isConnected, connect } }: { indicator: Indicator }) {
  const m = useMessages(settingMessages)
  const scale = useMessages(scaleMessages)
  const formats = useFormats()
  const { make } = useDeviceSettings()
  if (!isConnected)
    return (
      <button type="button" className="button" onClick={() => void connect().catch(() => undefined)}>
        {scale.connect}
      </button>
    )
  const read = readLine(line, make)
  return (
    <div className="field" role="status">
      <span className="label">{m.heard}</span>
      <code>{line === '' ? m.nothingHeard : line}</code>
      {line !== '' && (
        <span className={read ? 'small quiet' : 'fault'}>
          {read ? say(m.read, { kg: formats.weighed(read.kg) }) : m.notRead}
        </span>
      )}
    </div>
  )
}
