import { EmailFeedbackChange, EmailFeedbackList, EmailFeedbackSaved } from '../../email-feedback.ts'
import { operation } from '../operation.ts'

export const listEmailFeedback = operation({
  method: 'GET',
  path: '/dashboard/api/email-feedback',
  access: 'member',
  role: 'owner',
  summary: 'Where e-mail providers report bounces and complaints, and what has arrived',
  answers: { 200: EmailFeedbackList },
})

export const saveEmailFeedback = operation({
  method: 'PUT',
  path: '/dashboard/api/email-feedback/:provider',
  access: 'member',
  role: 'owner',
  confirmed: true,
  summary: 'Accept the reports of an e-mail provider that prove to come from it',
  body: EmailFeedbackChange,
  answers: { 200: EmailFeedbackSaved },
})

export const removeEmailFeedback = operation({
  method: 'DELETE',
  path: '/dashboard/api/email-feedback/:provider',
  access: 'member',
  role: 'owner',
  confirmed: true,
  summary: 'Accept no more reports of an e-mail provider',
  answers: { 200: EmailFeedbackSaved },
})
