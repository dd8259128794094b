import type { ManagedVenue } from '@millrace/contract/venue'
import { Form } from '../../components/form/Form.tsx'
import { Panel } from '../../components/Panel.tsx'
import { BrandFields } from '../../features/brand/BrandFields.tsx'
import { brandOfForm, formOfBrand } from '../../features/brand/brand-form.ts'
import { useVenuePart } from './use-venue-part.ts'

export function BrandPart({ venue }: { venue: ManagedVenue }) {
  const { field, edited, discard, submission } = useVenuePart(venue, formOfBrand(venue.brand), form => ({
    brand: brandOfForm(form),
  }))
  return (
    <Panel title="Brand">
      <p>E-mails of this venue look like those of the organisation, except for what you set here.</p>
      <Form submission={submission} action="Save brand" unsaved={{ edited, discard }}>
        <BrandFields field={field} at="brand" otherwise="Leave blank to use the organisation’s." />
      </Form>
    </Panel>
  )
}
