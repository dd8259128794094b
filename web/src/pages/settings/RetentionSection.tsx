import type { OrganisationSettings } from '@millrace/contract/settings'
import { TextField } from '../../components/form/TextField.tsx'
import { Section } from './Section.tsx'
import { useSection } from './use-section.ts'

export function RetentionSection({ settings }: { settings: OrganisationSettings }) {
  const section = useSection({ months: String(settings.retention_months) }, ({ months }) => ({
    settings: { retention_months: Number(months) },
  }))
  const { field } = section
  return (
    <Section
      title="How long things are kept"
      about="Events, steps and messages that are older are deleted for good. Guests, their points and what they agreed to stay; runs that are under way keep what they need."
      action="Save how long"
      own={['settings.retention_months']}
      section={section}
    >
      <TextField
        label="Months"
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
