import type { ManagedVenue } from '@millrace/contract/venue'
import { Form } from '../../components/form/Form.tsx'
import { ScalarRows } from '../../components/form/ScalarRows.tsx'
import { rowsOf, valuesOf } from '../../components/form/scalar-row.ts'
import { Panel } from '../../components/Panel.tsx'
import { rich, t } from '../../language/words.ts'
import { useVenuePart } from './use-venue-part.ts'

export function VariablesPart({ venue }: { venue: ManagedVenue }) {
  const { value, change, edited, discard, submission } = useVenuePart(
    venue,
    { rows: rowsOf(venue.variables) },
    ({ rows }) => ({ variables: Object.fromEntries(valuesOf(rows)) }),
  )
  return (
    <Panel title={t`Variables`}>
      <p>
        {rich`Values for this venue, for use in messages and conditions: ${<code>manager</code>} is used as ${<code>{'{{ venue.variables.manager }}'}</code>}. A change applies to all workflows at once.`}
      </p>
      <Form submission={submission} action={t`Save variables`} unsaved={{ edited, discard }}>
        <ScalarRows
          what={t`Variable`}
          most={100}
          within="variables"
          longestKey={50}
          keyNote={t`Lowercase letters, digits and underscores.`}
          rows={value.rows}
          failure={submission.failure}
          onChange={rows => change({ rows })}
        />
      </Form>
    </Panel>
  )
}
