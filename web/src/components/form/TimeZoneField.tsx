import { useId } from 'react'
import type { ControlProps } from './Control.tsx'
import { TextField } from './TextField.tsx'

const zones = Intl.supportedValuesOf('timeZone')

/** Typed or chosen. The server knows more names than a browser lists, so any may be typed. */
export function TimeZoneField(props: ControlProps & { value: string; onChange(value: string): void }) {
  const id = useId()
  return (
    <>
      <TextField required maxLength={64} list={id} {...props} />
      <datalist id={id}>
        {zones.map(zone => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  )
}
