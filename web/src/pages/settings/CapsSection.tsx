import type { OrganisationSettings } from '@millrace/contract/settings'
import { DurationField } from '../../components/form/DurationField.tsx'
import { Fields } from '../../components/form/Fields.tsx'
import { SelectField } from '../../components/form/SelectField.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { t } from '../../language/words.ts'
import { RowsSection } from './RowsSection.tsx'

const channels = [
  { value: 'email', label: t`E-mails` },
  { value: 'sms', label: t`SMS` },
] as const

export const CapsSection = ({ settings }: { settings: OrganisationSettings }) => (
  <RowsSection
    title={t`Limits for each guest`}
    about={t`The most messages a guest gets across all workflows. Further messages are skipped, and the guest’s activity says why.`}
    action={t`Save limits`}
    settings={settings}
    part="caps"
    what={t`Limit`}
    fresh={() => ({ channel: 'email', most: 3, within: { amount: 1, unit: 'weeks' } })}
  >
    {({ row, set, field }) => (
      <Fields>
        <SelectField label={t`Channel`} choices={channels} {...field('channel')} />
        <TextField
          label={t`At most`}
          type="number"
          min={1}
          max={1000}
          required
          {...field('most')}
          value={row.most === 0 ? '' : String(row.most)}
          onChange={most => set({ most: Number(most) })}
        />
        <DurationField label={t`Within`} value={row.within} onChange={within => set({ within })} />
      </Fields>
    )}
  </RowsSection>
)
