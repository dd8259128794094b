import type { OrganisationSettings } from '@millrace/contract/settings'
import { CheckField } from '../../components/form/CheckField.tsx'
import { t } from '../../language/words.ts'
import { Section } from './Section.tsx'
import { useSection } from './use-section.ts'

export function DoubleOptInSection({ settings }: { settings: OrganisationSettings }) {
  const section = useSection({ asked: settings.double_opt_in ?? false }, ({ asked }) => ({
    settings: { double_opt_in: asked },
  }))
  const { value, onChange } = section.field('asked', 'settings.double_opt_in')
  return (
    <Section
      title={t`Double opt-in`}
      about={t`When another system or an import sends a consent to e-mail, the guest is sent a link to confirm it. They get no marketing by e-mail before they do. Consents that guests have given already stay.`}
      action={t`Save double opt-in`}
      own={['settings.double_opt_in']}
      section={section}
    >
      <CheckField label={t`Guests confirm their consent to e-mail`} value={value} onChange={onChange} />
    </Section>
  )
}
