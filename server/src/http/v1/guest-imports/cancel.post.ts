import { v1 } from '@millrace/contract/operations/v1'
import { cancelImport } from '#jobs/import/imports.ts'
import { bind } from '../../bind.ts'
import { changeOnce } from './shared.ts'

export default bind(
  v1.cancelGuestImport,
  parts => (request, reply) => changeOnce(parts, request, reply, 'The import is cancelled.', cancelImport),
)
