import { weekdayInWords } from '@millrace/contract/weekdays'
import { Fields } from '../../components/form/Fields.tsx'
import { GroupFaults } from '../../components/form/GroupFaults.tsx'
import { Rows } from '../../components/form/Rows.tsx'
import { SelectField } from '../../components/form/SelectField.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { Panel } from '../../components/Panel.tsx'
import { meaning, t } from '../../language/words.ts'
import styles from './HoursPart.module.css'
import { SpansFields } from './SpansFields.tsx'
import type { HoursForm, PartProps } from './venue-form.ts'
import { weekdays } from './weekdays.ts'

type SpecialDay = HoursForm['exceptions'][number]

const ways = [
  { value: 'always', label: t`Always open` },
  { value: 'hours', label: t`Set hours` },
] as const

export function HoursPart({ value, change, failure }: PartProps<HoursForm>) {
  return (
    <Panel title={t`Opening hours`}>
      <p>{t`Workflows can wait until the venue is open. An end time before the start time means the next day.`}</p>
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
            {weekdays.map((day, place) => (
              <div key={day}>
                <dt>{weekdayInWords(place + 1)}</dt>
                <dd>
                  <SpansFields
                    day={weekdayInWords(place + 1)}
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
                    failure={failure}
                  />
                  <TextField
                    label={t`Note`}
                    name={`opening_hours.exceptions.${place}.note`}
                    maxLength={200}
                    placeholder={t`Christmas`}
                    value={special.note ?? ''}
                    onChange={note => set({ ...special, note })}
                    failure={failure}
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
      <GroupFaults name="opening_hours" failure={failure} />
    </Panel>
  )
}
