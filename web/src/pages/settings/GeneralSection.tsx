import type { OrganisationSettings } from '@millrace/contract/settings'
import { Fields } from '../../components/form/Fields.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { TimeZoneField } from '../../components/form/TimeZoneField.tsx'
import { t } from '../../language/words.ts'
import { Section } from './Section.tsx'
import { useSection } from './use-section.ts'

export function GeneralSection({
  settings: { time_zone, locale, country },
}: {
  settings: OrganisationSettings
}) {
  const section = useSection({ time_zone, locale, country: country ?? '' }, settings => ({
    settings: { ...settings, country: settings.country.trim().toUpperCase() || null },
  }))
  const { field } = section
  return (
    <Section
      title={t`Time and language`}
      about={t`For guests and runs without a venue, and for the days of budgets and charts. Each venue has its own time zone and can have its own language.`}
      action={t`Save time and language`}
      own={['settings.time_zone', 'settings.locale', 'settings.country']}
      section={section}
    >
      <Fields>
        <TimeZoneField
          label={t`Time zone`}
          note={t`For example Europe/London.`}
          {...field('time_zone', 'settings.time_zone')}
        />
        <TextField
          label={t`Language`}
          note={t`How dates and numbers are written in messages, for example en-GB.`}
          required
          maxLength={35}
          {...field('locale', 'settings.locale')}
        />
        <TextField
          label={t`Country`}
          note={t`For example GB. Used to read phone numbers without a country code; without a country they are refused.`}
          maxLength={2}
          {...field('country', 'settings.country')}
        />
      </Fields>
    </Section>
  )
}
