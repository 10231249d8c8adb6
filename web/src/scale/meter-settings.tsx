import { say, useMessages } from '../i18n/messages.ts'
import { useMeasuredWords } from '../stock/measure-names.ts'
import { Choice } from '../ui/parts.tsx'
import { changeDeviceSettings, useDeviceSettings } from './device-settings.ts'
import { isMeterMake, meters } from './meter-lines.ts'
import { settingMessages } from './setting-messages.ts'
import { useMeter } from './use-meter.ts'

/** Form for the moisture or NIR meter of this device, with its last line to check that it is read rightly. */
export function MeterFields() {
  const m = useMessages(settingMessages)
  const { meter } = useDeviceSettings()
  return (
    <>
      <Choice
        label={m.meter}
        value={meter}
        onChange={(make) => changeDeviceSettings({ meter: isMeterMake(make) ? make : 'none' })}
      >
        <option value="none">{m.noMeter}</option>
        {Object.entries(meters).map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </Choice>
      {meter !== 'none' && <HeardSample />}
    </>
  )
}

function HeardSample() {
  const m = useMessages(settingMessages)
  const wordsOf = useMeasuredWords()
  const { line, isConnected, heard } = useMeter()
  if (!isConnected) return <p className="quiet">{m.noMeterHeard}</p>
  const values = heard.values
    .map(({ name, value, unit }) => wordsOf({ name, value, metric: unit }))
    .join(', ')
  return (
    <div className="field" role="status">
      <span className="label">{m.meterLine}</span>
      <code>{line === '' ? m.nothingHeard : line}</code>
      {line !== '' && (
        <span className={values === '' ? 'fault' : 'small quiet'}>
          {values === '' ? m.meterNotRead : say(m.meterRead, { values })}
        </span>
      )}
    </div>
  )
}
