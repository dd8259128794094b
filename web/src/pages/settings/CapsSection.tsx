import type { FrequencyCap, OrganisationSettings } from '@millrace/contract/settings'
import { DurationField } from '../../components/form/DurationField.tsx'
import { Fields } from '../../components/form/Fields.tsx'
import { Rows } from '../../components/form/Rows.tsx'
import { SelectField } from '../../components/form/SelectField.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { Section } from './Section.tsx'
import { useSection } from './use-section.ts'

const channels = [
  { value: 'email', label: 'E-mails' },
  { value: 'sms', label: 'SMS' },
] as const

export function CapsSection({ settings: { caps } }: { settings: OrganisationSettings }) {
  const section = useSection({ caps }, settings => ({ settings }))
  const { value, change, submission } = section
  return (
    <Section
      title="Limits for each guest"
      about="How many messages one guest gets at most, over all workflows. What would be too many is skipped, and the guest’s page says why."
      action="Save the limits"
      own={['settings.caps']}
      section={section}
    >
      <Rows<FrequencyCap>
        what="Limit"
        rows={value.caps}
        fewest={0}
        most={10}
        fresh={() => ({ channel: 'email', most: 3, within: { amount: 1, unit: 'weeks' } })}
        onChange={rows => change({ caps: rows })}
      >
        {(cap, set, place) => (
          <Fields>
            <SelectField
              label="Of"
              name={`settings.caps.${place}.channel`}
              value={cap.channel}
              choices={channels}
              onChange={channel => set({ ...cap, channel })}
              failure={submission.failure}
            />
            <TextField
              label="At most"
              name={`settings.caps.${place}.most`}
              type="number"
              min={1}
              max={1000}
              required
              value={cap.most === 0 ? '' : String(cap.most)}
              onChange={most => set({ ...cap, most: Number(most) })}
              failure={submission.failure}
            />
            <DurationField label="Within" value={cap.within} onChange={within => set({ ...cap, within })} />
          </Fields>
        )}
      </Rows>
    </Section>
  )
}
