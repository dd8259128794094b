import type { ManagedVenue } from '@millrace/contract/venue'
import { Form } from '../../components/form/Form.tsx'
import { Rows } from '../../components/form/Rows.tsx'
import { ScalarFields } from '../../components/form/ScalarFields.tsx'
import { freshRow, rowsOf, type ScalarRow, valuesOf } from '../../components/form/scalar-row.ts'
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
        <Rows<ScalarRow>
          what="Variable"
          rows={value.rows}
          fewest={0}
          most={100}
          fresh={freshRow}
          onChange={rows => change({ rows })}
        >
          {(row, set) => (
            <ScalarFields
              row={row}
              onChange={set}
              within="variables"
              longestKey={50}
              keyNote="Small letters, digits and _."
              failure={submission.failure}
            />
          )}
        </Rows>
      </Form>
    </Panel>
  )
}
