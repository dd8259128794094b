import { Sender, SenderChanged, SenderChecked } from '../../sender.ts'
import { operation } from '../operation.ts'

export const readSender = operation({
  method: 'GET',
  path: '/dashboard/api/sender',
  access: 'member',
  role: 'owner',
  summary: 'The domain that e-mails come from, and whether Millrace signs them',
  answers: { 200: Sender },
})

export const checkSender = operation({
  method: 'POST',
  path: '/dashboard/api/sender/check',
  access: 'member',
  role: 'owner',
  heavy: true,
  summary: 'Look in the DNS whether receivers can trust the sender: SPF, DKIM and DMARC',
  answers: { 200: SenderChecked },
})

export const createDkimKey = operation({
  method: 'POST',
  path: '/dashboard/api/sender/dkim-key',
  access: 'member',
  role: 'owner',
  confirmed: true,
  heavy: true,
  summary: 'Create a key to sign e-mails with, which is used once its record is in the DNS',
  answers: { 201: SenderChanged },
})

export const removeDkimKey = operation({
  method: 'DELETE',
  path: '/dashboard/api/sender/dkim-key',
  access: 'member',
  role: 'owner',
  confirmed: true,
  summary: 'Sign no more e-mails, and delete the keys',
  answers: { 200: SenderChanged },
})
