import type { LinkCounting, OrganisationSettings } from '@millrace/contract/settings'
import { SelectField } from '../../components/form/SelectField.tsx'
import { t } from '../../language/words.ts'
import { Section } from './Section.tsx'
import { useSection } from './use-section.ts'

const choices = [
  { value: 'none', label: t`No e-mails` },
  { value: 'marketing', label: t`Marketing e-mails` },
  { value: 'all', label: t`All e-mails` },
] as const

export function LinksSection({ settings }: { settings: OrganisationSettings }) {
  const section = useSection({ counted: settings.link_counting ?? 'none' }, ({ counted }) => ({
    settings: { link_counting: counted },
  }))
  return (
    <Section
      title={t`Links`}
      about={t`Counted links lead to your Millrace address first, which records the click and then opens the page. Guests can object on their preference page. Mention it in your privacy notice.`}
      action={t`Save links`}
      own={['settings.link_counting']}
      section={section}
    >
      <SelectField<LinkCounting>
        label={t`Count clicks in`}
        choices={choices}
        {...section.field('counted', 'settings.link_counting')}
      />
    </Section>
  )
}
