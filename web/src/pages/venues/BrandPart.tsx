import type { ManagedVenue } from '@millrace/contract/venue'
import { Form } from '../../components/form/Form.tsx'
import { Panel } from '../../components/Panel.tsx'
import { BrandFields } from '../../features/brand/BrandFields.tsx'
import { brandOfForm, formOfBrand } from '../../features/brand/brand-form.ts'
import { t } from '../../language/words.ts'
import { useVenuePart } from './use-venue-part.ts'

export function BrandPart({ venue }: { venue: ManagedVenue }) {
  const { field, edited, discard, submission } = useVenuePart(venue, formOfBrand(venue.brand), form => ({
    brand: brandOfForm(form),
  }))
  return (
    <Panel title={t`Brand`}>
      <p>{t`E-mails of this venue look like those of the organisation, except for what you set here.`}</p>
      <Form submission={submission} action={t`Save brand`} unsaved={{ edited, discard }}>
        <BrandFields field={field} at="brand" otherwise={t`Leave blank to use the organisation’s.`} />
      </Form>
    </Panel>
  )
}
