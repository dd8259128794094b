import { Type } from 'typebox'
import { words } from '../common.ts'

/** Headers of the POSTs, which are safe to repeat. Checked in edge/idempotency-key.ts. */
export const writeHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      description:
        'Makes the request safe to repeat: the same key and body get the same answer for 7 days, and nothing ' +
        'happens twice. 1 to 255 printable ASCII characters.',
    }),
  ),
})

export const writeQuery = Type.Object({
  dry_run: Type.Optional(
    words(['true', 'false'], { description: 'true: the same answer, and nothing is stored.' }),
  ),
})
