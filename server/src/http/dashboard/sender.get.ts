import { dashboard } from '@millrace/contract/operations/dashboard'
import { readSender } from '#sender/sender.ts'
import { bind } from '../bind.ts'

export default bind(
  dashboard.readSender,
  parts =>
    ({ member }) =>
      readSender(parts, member.organisationId),
)
