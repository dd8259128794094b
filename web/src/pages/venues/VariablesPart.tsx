import type { ManagedVenue } from '@millrace/contract/venue'
import { Form } from '../../components/form/Form.tsx'
import { ScalarRows } from '../../components/form/ScalarRows.tsx'
import { rowsOf, valuesOf } from '../../components/form/scalar-row.ts'
import { Panel } from '../../components/Panel.tsx'
import { useVenuePart } from './use-venue-part.ts'

export function VariablesPart({ venue }: { venue: ManagedVenue }) {
  const { value, change, edited, submission } = useVenuePart(
    venue,
    { rows: rowsOf(venue.variables) },
    ({ rows }) => ({ variables: Object.fromEntries(valuesOf(rows)) }),
  )
  return (
    <Panel title="Variables">
      <p>
        What is different at this venue, for messages and conditions: <code>manager</code> is written as{' '}
        <code>{'{{ venue.variables.manager }}'}</code>. They change for every workflow at once.
      </p>
      <Form submission={submission} action="Save the variables" disabled={!edited}>
        <ScalarRows
          what="Variable"
          most={100}
          within="variables"
          longestKey={50}
          keyNote="Lowercase letters, digits and underscores."
          rows={value.rows}
          failure={submission.failure}
          onChange={rows => change({ rows })}
        />
      </Form>
    </Panel>
  )
}
