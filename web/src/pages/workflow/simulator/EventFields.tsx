import type { WrittenEvent } from '@millrace/contract/simulation'
import { withoutUndefined } from '../../../features/condition/without-undefined.ts'
import { VenuesField } from '../../../features/venue/VenuesField.tsx'
import { t } from '../../../language/words.ts'
import { SourceField } from '../panel/SourceField.tsx'
import { ParameterFields } from '../values/ParameterFields.tsx'

export interface EventFieldsProps {
  value: WrittenEvent
  onChange(value: WrittenEvent): void
}

/** What an event says. */
export function EventFields({ value, onChange }: EventFieldsProps) {
  const set = (part: Partial<{ [K in keyof WrittenEvent]: WrittenEvent[K] | undefined }>) =>
    onChange(withoutUndefined({ ...value, ...part } as WrittenEvent))
  const source = value.source ?? null
  return (
    <>
      <SourceField value={source} onChange={chosen => set({ source: chosen })} />
      <VenuesField
        label={t`Venues`}
        note={t`The first is the venue of the run.`}
        value={value.serials}
        onChange={serials => set({ serials })}
      />
      <ParameterFields
        what={t`Parameter`}
        source={source}
        value={value.parameters ?? {}}
        onChange={parameters =>
          set({ parameters: Object.keys(parameters).length > 0 ? parameters : undefined })
        }
      />
    </>
  )
}
