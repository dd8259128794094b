import type { OrganisationSettings } from '@millrace/contract/settings'
import { TextField } from '../../components/form/TextField.tsx'
import { t } from '../../language/words.ts'
import { Section } from './Section.tsx'
import { useSection } from './use-section.ts'

export function AlertsSection({ settings }: { settings: OrganisationSettings }) {
  const section = useSection({ url: settings.alerts_url ?? '' }, ({ url }) => ({
    settings: { alerts_url: url.trim() === '' ? null : url.trim() },
  }))
  return (
    <Section
      title={t`Alerts`}
      about={t`Millrace warns of downloaded data, a changed sender, changed single sign-on, many refused attempts, an API key on a new network and entries missing from the audit log. Alerts are in the audit log, and go to owners by e-mail and to your webhook.`}
      action={t`Save alerts`}
      own={['settings.alerts_url']}
      section={section}
    >
      <TextField
        label={t`Webhook for alerts`}
        type="url"
        maxLength={2048}
        note={t`A POST for each alert, signed with the secret of your webhooks. Leave blank for none.`}
        {...section.field('url', 'settings.alerts_url')}
      />
    </Section>
  )
}
