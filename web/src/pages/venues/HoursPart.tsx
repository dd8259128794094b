import type { OpeningHours } from '@millrace/contract/calendar'
import type { ManagedVenue } from '@millrace/contract/venue'
import { Fields } from '../../components/form/Fields.tsx'
import { Form } from '../../components/form/Form.tsx'
import { GroupFaults } from '../../components/form/GroupFaults.tsx'
import { Rows } from '../../components/form/Rows.tsx'
import { SelectField } from '../../components/form/SelectField.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { Panel } from '../../components/Panel.tsx'
import { meaning, t } from '../../language/words.ts'
import styles from './HoursPart.module.css'
import { SpansFields } from './SpansFields.tsx'
import { useVenuePart } from './use-venue-part.ts'

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
type SpecialDay = NonNullable<OpeningHours['exceptions']>[number]

const ways = [
  { value: 'always', label: t`Always open` },
  { value: 'hours', label: t`Set hours` },
] as const

const capital = (word: string) => word[0]?.toUpperCase() + word.slice(1)

interface HoursForm {
  readonly way: (typeof ways)[number]['value']
  readonly weekly: OpeningHours['weekly']
  readonly exceptions: SpecialDay[]
}

export function HoursPart({ venue }: { venue: ManagedVenue }) {
  const stored: HoursForm = {
    way: venue.opening_hours === null ? 'always' : 'hours',
    weekly: venue.opening_hours?.weekly ?? {},
    exceptions: venue.opening_hours?.exceptions ?? [],
  }
  const { value, change, edited, discard, submission } = useVenuePart(
    venue,
    stored,
    ({ way, weekly, exceptions }) => ({ opening_hours: way === 'always' ? null : { weekly, exceptions } }),
  )
  return (
    <Panel title={t`Opening hours`}>
      <p>{t`Workflows can wait until the venue is open. An end time before the start time means the next day.`}</p>
      <Form submission={submission} action={t`Save opening hours`} unsaved={{ edited, discard }}>
        <SelectField
          label={meaning('hours')`Open`}
          name="way"
          value={value.way}
          choices={ways}
          onChange={way => change({ way })}
        />
        {value.way === 'hours' && (
          <>
            <dl className={styles.week}>
              {weekdays.map(day => (
                <div key={day}>
                  <dt>{capital(day)}</dt>
                  <dd>
                    <SpansFields
                      day={capital(day)}
                      spans={value.weekly[day] ?? []}
                      onChange={spans => change({ weekly: { ...value.weekly, [day]: spans } })}
                    />
                  </dd>
                </div>
              ))}
            </dl>
            <Rows<SpecialDay>
              what={t`Special day`}
              rows={value.exceptions}
              fewest={0}
              most={1000}
              fresh={() => ({ date: '', spans: [] })}
              onChange={exceptions => change({ exceptions })}
            >
              {(special, set, place) => (
                <>
                  <Fields>
                    <TextField
                      label={t`Date`}
                      name={`opening_hours.exceptions.${place}.date`}
                      type="date"
                      required
                      value={special.date}
                      onChange={date => set({ ...special, date })}
                      failure={submission.failure}
                    />
                    <TextField
                      label={t`Note`}
                      name={`opening_hours.exceptions.${place}.note`}
                      maxLength={200}
                      placeholder={t`Christmas`}
                      value={special.note ?? ''}
                      onChange={note => set({ ...special, note })}
                      failure={submission.failure}
                    />
                  </Fields>
                  <SpansFields
                    day={t`special day ${place + 1}`}
                    spans={special.spans}
                    onChange={spans => set({ ...special, spans })}
                  />
                </>
              )}
            </Rows>
          </>
        )}
        <GroupFaults name="opening_hours" failure={submission.failure} />
      </Form>
    </Panel>
  )
}
