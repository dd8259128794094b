import type { OrganisationSettings } from '@millrace/contract/settings'
import { Fields } from '../../components/form/Fields.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { WeekdayFields } from '../../components/form/WeekdayFields.tsx'
import { RowsSection } from './RowsSection.tsx'

/** The fields for times have no 24:00; a window that ends at 00:00 ends at the same moment. */
const shownEnd = (to: string) => (to === '24:00' ? '00:00' : to)

export const QuietHoursSection = ({ settings }: { settings: OrganisationSettings }) => (
  <RowsSection
    title="Quiet hours"
    about="Nobody gets an e-mail or an SMS in these hours, by the clock of their venue. A message waits until they are over, and then everything is checked again. An end that is not after the beginning is on the next day."
    action="Save the quiet hours"
    settings={settings}
    part="quiet_hours"
    what="Quiet hours"
    fresh={() => ({ from: '21:00', to: '09:00' })}
  >
    {({ row, replace, field }) => {
      const { weekdays, ...hours } = row
      return (
        <>
          <Fields>
            <TextField label="From" type="time" required {...field('from')} />
            <TextField label="Until" type="time" required {...field('to')} value={shownEnd(row.to)} />
          </Fields>
          <WeekdayFields
            value={weekdays}
            onChange={days => replace(days === undefined ? hours : { ...hours, weekdays: days })}
          />
        </>
      )
    }}
  </RowsSection>
)
