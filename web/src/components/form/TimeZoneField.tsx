import { ComboField } from './ComboField.tsx'
import type { ControlProps } from './Control.tsx'

const zones = Intl.supportedValuesOf('timeZone').map(value => ({ value }))

/** Chosen or typed freely: the server knows more zones than a browser lists. */
export const TimeZoneField = (props: ControlProps & { value: string; onChange(value: string): void }) => (
  <ComboField required maxLength={64} options={zones} {...props} />
)
