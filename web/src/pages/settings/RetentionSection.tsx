import type { OrganisationSettings } from '@millrace/contract/settings'
import { TextField } from '../../components/form/TextField.tsx'
import { t } from '../../language/words.ts'
import { Section } from './Section.tsx'
import { useSection } from './use-section.ts'

export function RetentionSection({ settings }: { settings: OrganisationSettings }) {
  const section = useSection({ months: String(settings.retention_months) }, ({ months }) => ({
    settings: { retention_months: Number(months) },
  }))
  const { field } = section
  return (
    <Section
      title={t`Data retention`}
      about={t`Older events, steps and messages are deleted permanently. Guests, their points and their consent stay, and open runs keep what they need.`}
      action={t`Save retention`}
      own={['settings.retention_months']}
      section={section}
    >
      <TextField
        label={t`Months`}
        type="number"
        min={1}
        max={120}
        step={1}
        required
        {...field('months', 'settings.retention_months')}
      />
    </Section>
  )
}
