import type { OrganisationSettings } from '@millrace/contract/settings'
import { BrandFields } from '../../features/brand/BrandFields.tsx'
import { brandOfForm, formOfBrand } from '../../features/brand/brand-form.ts'
import { t } from '../../language/words.ts'
import { Section } from './Section.tsx'
import { useSection } from './use-section.ts'

export function BrandSection({ settings }: { settings: OrganisationSettings }) {
  const section = useSection(formOfBrand(settings.brand), form => ({
    settings: { brand: brandOfForm(form) },
  }))
  return (
    <Section
      title={t`Brand`}
      about={t`How e-mails built from blocks look. A venue can have its own logo, colours and footer.`}
      action={t`Save brand`}
      own={['settings.brand']}
      section={section}
    >
      <BrandFields field={section.field} at="settings.brand" otherwise={t`Leave blank for none.`} />
    </Section>
  )
}
