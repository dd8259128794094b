import type { SimulationScript } from '@millrace/contract/simulation'
import { isScheduled, type WorkflowDefinition } from '@millrace/contract/workflow'
import { SelectField } from '../../../components/form/SelectField.tsx'
import { withoutUndefined } from '../../../features/condition/without-undefined.ts'
import { t } from '../../../language/words.ts'
import { DateTimeField } from '../panel/DateTimeField.tsx'
import { DeliveryFields } from './DeliveryFields.tsx'
import { EventFields } from './EventFields.tsx'
import { GuestFields } from './GuestFields.tsx'
import { HappeningFields } from './HappeningFields.tsx'
import { PastEventField } from './PastEventField.tsx'
import styles from './Simulator.module.css'
import { freshScript } from './script.ts'

type Beginning = 'written' | 'occasion' | 'pushed'
const beginnings: readonly { value: Beginning; label: string }[] = [
  { value: 'written', label: t`With an event` },
  { value: 'occasion', label: t`When the guest is next due` },
  { value: 'pushed', label: t`Manually, ignoring the trigger` },
]

function occasionLabel(trigger: WorkflowDefinition['trigger']): string | undefined {
  if ('segment' in trigger) return t`When the guest enters or leaves the segment`
  return 'broadcast' in trigger ? t`When the broadcast is sent` : undefined
}

export interface ScriptFormProps {
  script: SimulationScript
  document: WorkflowDefinition
  onChange(script: SimulationScript): void
}

/** The guest, the event, the start time, and what happens during the run. */
export function ScriptForm({ script, document, onChange }: ScriptFormProps) {
  const { guest, event } = script
  const { trigger } = document
  const fresh = freshScript(document)
  const set = (part: Partial<{ [K in keyof SimulationScript]: SimulationScript[K] | undefined }>) =>
    onChange(withoutUndefined({ ...script, ...part } as SimulationScript))
  const begins = isScheduled(trigger) ? 'occasion' : 'written'
  const written = event !== null && 'written' in event ? event.written : undefined
  return (
    <>
      <fieldset className={styles.part}>
        <legend>{t`Guest`}</legend>
        <GuestFields
          value={guest}
          invented={'invented' in fresh.guest ? fresh.guest.invented : {}}
          onChange={chosen => set({ guest: chosen })}
        />
      </fieldset>
      <fieldset className={styles.part}>
        <legend>{t`Start`}</legend>
        <SelectField<Beginning>
          label={t`How it starts`}
          name="event"
          value={event === null ? 'pushed' : 'occasion' in event ? 'occasion' : 'written'}
          choices={beginnings
            .filter(({ value }) => value === 'pushed' || value === begins)
            .map(one =>
              one.value === 'occasion' ? { ...one, label: occasionLabel(trigger) ?? one.label } : one,
            )}
          onChange={chosen => set({ event: chosen === 'pushed' ? null : fresh.event })}
        />
        {written && (
          <>
            <EventFields value={written} onChange={changed => set({ event: { written: changed } })} />
            <PastEventField
              source={written.source ?? null}
              onChoose={chosen => set({ event: { written: chosen } })}
            />
          </>
        )}
        <DateTimeField
          label={t`Start time`}
          name="start_at"
          note={t`In your local time. Leave blank to start now.`}
          value={script.start_at}
          onChange={start_at => set({ start_at })}
        />
      </fieldset>
      <fieldset className={styles.part}>
        <legend>{t`What happens next`}</legend>
        <HappeningFields value={script.happenings ?? []} onChange={happenings => set({ happenings })} />
        <DeliveryFields
          document={document}
          value={script.deliveries ?? {}}
          onChange={deliveries => set({ deliveries })}
        />
      </fieldset>
    </>
  )
}
