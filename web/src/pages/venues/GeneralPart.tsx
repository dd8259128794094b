import { Fields } from '../../components/form/Fields.tsx'
import { fieldsOf } from '../../components/form/fields-of.ts'
import { TextField } from '../../components/form/TextField.tsx'
import { TimeZoneField } from '../../components/form/TimeZoneField.tsx'
import { Panel } from '../../components/Panel.tsx'
import { t } from '../../language/words.ts'
import type { GeneralForm, PartProps } from './venue-form.ts'

export function GeneralPart({ serial, value, change, failure }: PartProps<GeneralForm> & { serial: string }) {
  const field = fieldsOf(value, change, failure)
  return (
    <Panel title={t`General`}>
      <Fields>
        <TextField
          label={t`Venue code`}
          name="serial"
          value={serial}
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
    </Panel>
  )
}
