import type { ManagedVenue } from '@millrace/contract/venue'
import { Fields } from '../../components/form/Fields.tsx'
import { Form } from '../../components/form/Form.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { TimeZoneField } from '../../components/form/TimeZoneField.tsx'
import { Panel } from '../../components/Panel.tsx'
import { useVenuePart } from './use-venue-part.ts'

export function GeneralPart({ venue }: { venue: ManagedVenue }) {
  const stored = {
    name: venue.name,
    time_zone: venue.time_zone,
    locale: venue.locale ?? '',
    country: venue.country ?? '',
  }
  const { field, edited, submission } = useVenuePart(
    venue,
    stored,
    ({ name, time_zone, locale, country }) => ({
      name: name.trim(),
      time_zone,
      locale: locale.trim() || null,
      country: country.trim().toUpperCase() || null,
    }),
  )
  return (
    <Panel title="Name, time and language">
      <Form submission={submission} action="Save name, time and language" disabled={!edited}>
        <Fields>
          <TextField
            label="Serial"
            name="serial"
            value={venue.serial}
            readOnly
            note="Your systems name the venue by it, so it stays as it is."
          />
          <TextField label="Name" required maxLength={200} {...field('name')} />
          <TimeZoneField
            label="Time zone"
            note="Opening hours, quiet hours and waits go by its clock."
            {...field('time_zone')}
          />
          <TextField
            label="Language"
            note="For example en-GB. Leave empty to use the organisation’s."
            maxLength={35}
            {...field('locale')}
          />
          <TextField
            label="Country"
            note="For example GB. Used to read phone numbers without a country code. Leave empty to use the organisation’s."
            maxLength={2}
            {...field('country')}
          />
        </Fields>
      </Form>
    </Panel>
  )
}
