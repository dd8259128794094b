import { links } from '@millrace/contract/operations/links'
import { bind } from '../bind.ts'
import { takeSms } from './take-sms.ts'

export default bind(
  links.receiveSmsByAddress,
  parts => (request, reply) => takeSms(parts, request, reply, request.params),
)
