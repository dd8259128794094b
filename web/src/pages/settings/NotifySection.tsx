import type { OrganisationSettings } from '@millrace/contract/settings'
import { TextField } from '../../components/form/TextField.tsx'
import { t } from '../../language/words.ts'
import { Section } from './Section.tsx'
import { useSection } from './use-section.ts'

export function NotifySection({ settings }: { settings: OrganisationSettings }) {
  const section = useSection({ domains: (settings.notify_domains ?? []).join(', ') }, ({ domains }) => ({
    settings: { notify_domains: listed(domains) },
  }))
  return (
    <Section
      title={t`E-mail about tasks`}
      about={t`A task can send an e-mail with details about the guest. It goes to members, and to addresses in the domains you allow here.`}
      action={t`Save domains`}
      own={['settings.notify_domains']}
      section={section}
    >
      <TextField
        label={t`Allowed domains`}
        note={t`Separated by commas, for example example.com, example.org. Leave blank for members only.`}
        {...section.field('domains', 'settings.notify_domains')}
      />
    </Section>
  )
}

const listed = (text: string) => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .map(part => part.replace(/^@/, '').toLowerCase())
      .filter(Boolean),
  ),
]
