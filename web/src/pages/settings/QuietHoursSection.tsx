import type { QuietHours } from '@millrace/contract/calendar'
import type { OrganisationSettings } from '@millrace/contract/settings'
import { Fields } from '../../components/form/Fields.tsx'
import { GroupFaults } from '../../components/form/GroupFaults.tsx'
import { Rows } from '../../components/form/Rows.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { WeekdayFields } from '../../components/form/WeekdayFields.tsx'
import { Section } from './Section.tsx'
import { useSection } from './use-section.ts'

/** The fields for times have no 24:00; a window that ends at 00:00 ends at the same moment. */
const shownEnd = (to: string) => (to === '24:00' ? '00:00' : to)

const onDays = ({ weekdays: _all, ...hours }: QuietHours, weekdays: number[] | undefined): QuietHours =>
  weekdays === undefined ? hours : { ...hours, weekdays }

export function QuietHoursSection({ settings: { quiet_hours } }: { settings: OrganisationSettings }) {
  const section = useSection({ quiet_hours }, settings => ({ settings }))
  const { value, change, submission } = section
  return (
    <Section
      title="Quiet hours"
      about="Nobody gets an e-mail or an SMS in these hours, by the clock of their venue. A message waits until they are over, and then everything is checked again. An end that is not after the beginning is on the next day."
      action="Save the quiet hours"
      own={['settings.quiet_hours']}
      section={section}
    >
      <Rows<QuietHours>
        what="Quiet hours"
        rows={value.quiet_hours}
        fewest={0}
        most={10}
        fresh={() => ({ from: '21:00', to: '09:00' })}
        onChange={rows => change({ quiet_hours: rows })}
      >
        {(hours, set, place) => (
          <>
            <Fields>
              <TextField
                label="From"
                name={`settings.quiet_hours.${place}.from`}
                type="time"
                required
                value={hours.from}
                onChange={from => set({ ...hours, from })}
                failure={submission.failure}
              />
              <TextField
                label="Until"
                name={`settings.quiet_hours.${place}.to`}
                type="time"
                required
                value={shownEnd(hours.to)}
                onChange={to => set({ ...hours, to })}
                failure={submission.failure}
              />
            </Fields>
            <WeekdayFields value={hours.weekdays} onChange={weekdays => set(onDays(hours, weekdays))} />
          </>
        )}
      </Rows>
      <GroupFaults name="settings.quiet_hours" failure={submission.failure} />
    </Section>
  )
}
