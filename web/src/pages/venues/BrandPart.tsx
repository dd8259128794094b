import { fieldsOf } from '../../components/form/fields-of.ts'
import { Panel } from '../../components/Panel.tsx'
import { BrandFields } from '../../features/brand/BrandFields.tsx'
import type { BrandForm } from '../../features/brand/brand-form.ts'
import { t } from '../../language/words.ts'
import type { PartProps } from './venue-form.ts'

export const BrandPart = ({ value, change, failure }: PartProps<BrandForm>) => (
  <Panel title={t`Brand`}>
    <p>{t`E-mails of this venue look like those of the organisation, except for what you set here.`}</p>
    <BrandFields
      field={fieldsOf(value, change, failure)}
      at="brand"
      otherwise={t`Leave blank to use the organisation’s.`}
    />
  </Panel>
)
