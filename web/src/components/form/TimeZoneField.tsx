import { useId } from 'react'
import type { ControlProps } from './Control.tsx'
import { TextField } from './TextField.tsx'

const zones = Intl.supportedValuesOf('timeZone')

/** Chosen or typed freely: the server knows more zones than a browser lists. */
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
