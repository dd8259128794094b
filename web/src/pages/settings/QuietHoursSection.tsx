import type { OrganisationSettings } from '@millrace/contract/settings'
import { Fields } from '../../components/form/Fields.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { WeekdayFields } from '../../components/form/WeekdayFields.tsx'
import { WhatIsThis } from '../../features/help/WhatIsThis.tsx'
import { rich, t } from '../../language/words.ts'
import { RowsSection } from './RowsSection.tsx'

/** The fields for times have no 24:00; a window that ends at 00:00 ends at the same moment. */
const shownEnd = (to: string) => (to === '24:00' ? '00:00' : to)

export const QuietHoursSection = ({ settings }: { settings: OrganisationSettings }) => (
  <RowsSection
    title={t`Quiet hours`}
    about={rich`No e-mail or SMS is sent in these hours, in the time zone of the venue. Messages wait until they are over, and then everything is checked again. An end time before the start time means the next day. ${<WhatIsThis topic="marketers#consent-and-limits">{t`What else is checked before a message is sent?`}</WhatIsThis>}`}
    action={t`Save quiet hours`}
    settings={settings}
    part="quiet_hours"
    what={t`Quiet hours`}
    fresh={() => ({ from: '21:00', to: '09:00' })}
  >
    {({ row, replace, field }) => {
      const { weekdays, ...hours } = row
      return (
        <>
          <Fields>
            <TextField label={t`From`} type="time" required {...field('from')} />
            <TextField label={t`Until`} type="time" required {...field('to')} value={shownEnd(row.to)} />
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
