import { v1 } from '@millrace/contract/operations/v1'
import { bind } from '../bind.ts'
import { pageAnswer } from '../edge/page.ts'
import { readSuppressions } from '../edge/suppressions-page.ts'

export default bind(v1.listSuppressions, parts => async ({ identity, query }) => {
  const { list, rows } = await readSuppressions(
    parts,
    identity.organisationId,
    v1.listSuppressions.path,
    query,
  )
  return pageAnswer(parts, list, rows, ({ id }) => id)
})
