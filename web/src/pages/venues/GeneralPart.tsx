import type { ManagedVenue } from '@millrace/contract/venue'
import { Fields } from '../../components/form/Fields.tsx'
import { Form } from '../../components/form/Form.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { TimeZoneField } from '../../components/form/TimeZoneField.tsx'
import { Panel } from '../../components/Panel.tsx'
import { t } from '../../language/words.ts'
import { useVenuePart } from './use-venue-part.ts'

export function GeneralPart({ venue }: { venue: ManagedVenue }) {
  const stored = {
    name: venue.name,
    time_zone: venue.time_zone,
    locale: venue.locale ?? '',
    country: venue.country ?? '',
    sms_from: venue.sms_from ?? '',
  }
  const { field, edited, discard, submission } = useVenuePart(
    venue,
    stored,
    ({ name, time_zone, locale, country, sms_from }) => ({
      name: name.trim(),
      time_zone,
      locale: locale.trim() || null,
      country: country.trim().toUpperCase() || null,
      sms_from: sms_from.trim() || null,
    }),
  )
  return (
    <Panel title={t`General`}>
      <Form submission={submission} action={t`Save`} unsaved={{ edited, discard }}>
        <Fields>
          <TextField
            label={t`Venue code`}
            name="serial"
            value={venue.serial}
            readOnly
            note={t`Events name the venue by this code, so it can’t be changed.`}
          />
          <TextField label={t`Name`} required maxLength={200} {...field('name')} />
          <TimeZoneField
            label={t`Time zone`}
            note={t`For opening hours, quiet hours and waits.`}
            {...field('time_zone')}
          />
          <TextField
            label={t`Language`}
            note={t`For example en-GB. Leave blank to use the organisation’s language.`}
            maxLength={35}
            {...field('locale')}
          />
          <TextField
            label={t`Country`}
            note={t`For example GB. Used to read phone numbers without a country code. Leave blank to use the organisation’s country.`}
            maxLength={2}
            {...field('country')}
          />
          <TextField
            label={t`SMS sender`}
            note={t`A number, or a name of at most 11 characters. Leave blank to use the organisation’s sender.`}
            maxLength={20}
            {...field('sms_from')}
          />
        </Fields>
      </Form>
    </Panel>
  )
}
