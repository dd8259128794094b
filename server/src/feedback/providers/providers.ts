import type { FeedbackProvider } from '@millrace/contract/email-feedback'
import { mailgun } from './mailgun.ts'
import { postmark } from './postmark.ts'
import type { Provider } from './provider.ts'
import { sendgrid } from './sendgrid.ts'
import { ses } from './ses.ts'

export const providers: Readonly<Record<FeedbackProvider, Provider>> = { ses, postmark, sendgrid, mailgun }
