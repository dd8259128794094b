import type { ManagedVenue } from '@millrace/contract/venue'
import { changeVenue } from '../../api/management.ts'
import { Form } from '../../components/form/Form.tsx'
import { useStoredForm } from '../../components/form/use-stored-form.ts'
import { t } from '../../language/words.ts'
import { BrandPart } from './BrandPart.tsx'
import { GeneralPart } from './GeneralPart.tsx'
import { HoursPart } from './HoursPart.tsx'
import { useVenueSaved } from './use-venue-saved.ts'
import { VariablesPart } from './VariablesPart.tsx'
import styles from './VenueSettings.module.css'
import { changeOf, formOfVenue, type PartProps, type VenueForm } from './venue-form.ts'

/** Everything that is set for a venue, saved together. */
export function VenueSettings({ venue }: { venue: ManagedVenue }) {
  const stored = formOfVenue(venue)
  const { value, change, edited, discard, submission } = useStoredForm(
    stored,
    form => changeVenue(venue.serial, changeOf(form, stored)),
    useVenueSaved(),
  )
  const part = <Name extends 'general' | 'hours' | 'brand'>(name: Name): PartProps<VenueForm[Name]> => ({
    value: value[name],
    change: some => change({ [name]: { ...value[name], ...some } }),
    failure: submission.failure,
  })
  return (
    <div className={styles.settings}>
      <Form submission={submission} action={t`Save changes`} unsaved={{ edited, discard }}>
        <div>
          <GeneralPart serial={venue.serial} {...part('general')} />
          <HoursPart {...part('hours')} />
          <VariablesPart
            rows={value.variables}
            failure={submission.failure}
            onChange={variables => change({ variables })}
          />
          <BrandPart {...part('brand')} />
        </div>
      </Form>
    </div>
  )
}
