import { links } from '@millrace/contract/operations/links'
import { bind } from '../bind.ts'
import { takeSmsReport } from './take-sms-report.ts'

export default bind(
  links.reportSmsByAddress,
  parts => async (request, reply) => reply.code(await takeSmsReport(parts, request, request.params)).send(),
)
