import type { FeedbackProvider } from '@millrace/contract/email-feedback'
import * as feedback from '@millrace/contract/operations/dashboard/email-feedback'
import * as providers from '@millrace/contract/operations/dashboard/providers'
import * as secrets from '@millrace/contract/operations/dashboard/secrets'
import * as sender from '@millrace/contract/operations/dashboard/sender'
import * as settings from '@millrace/contract/operations/dashboard/settings'
import type { Body } from '@millrace/contract/operations/operation'
import { call } from '../../api/call.ts'

export const saveSettings = (body: Body<typeof settings.saveSettings>) =>
  call(settings.saveSettings, { body })

export const testEmail = (body: Body<typeof settings.sendTestEmail>) => call(settings.sendTestEmail, { body })
export const testSms = (body: Body<typeof settings.sendTestSms>) => call(settings.sendTestSms, { body })
export const testWebhook = (body: Body<typeof settings.sendTestWebhook>) =>
  call(settings.sendTestWebhook, { body })

export const saveSecret = ({ name, ...body }: Body<typeof secrets.saveSecret> & { name: string }) =>
  call(secrets.saveSecret, { params: { name }, body })
export const removeSecret = (name: string) => call(secrets.removeSecret, { params: { name } })

export const providersKey = ['providers']
export const listProviders = (signal: AbortSignal) => call(providers.listProviders, { signal })
export const addProvider = (body: Body<typeof providers.addProvider>) => call(providers.addProvider, { body })
export const changeProvider = (id: string, body: Body<typeof providers.changeProvider>) =>
  call(providers.changeProvider, { params: { id }, body })
export const orderProviders = (body: Body<typeof providers.orderProviders>) =>
  call(providers.orderProviders, { body })
export const removeProvider = (id: string) => call(providers.removeProvider, { params: { id } })
export const testProvider = (id: string, to: string) =>
  call(providers.testProvider, { params: { id }, body: { to } })

export const rotateWebhookSecret = () => call(settings.rotateWebhookSecret)

export const listEmailFeedback = (signal: AbortSignal) => call(feedback.listEmailFeedback, { signal })
export const saveEmailFeedback = (
  provider: FeedbackProvider,
  body: Body<typeof feedback.saveEmailFeedback>,
) => call(feedback.saveEmailFeedback, { params: { provider }, body })
export const removeEmailFeedback = (provider: FeedbackProvider) =>
  call(feedback.removeEmailFeedback, { params: { provider } })

export const readSender = (signal: AbortSignal) => call(sender.readSender, { signal })
export const checkSender = () => call(sender.checkSender)
export const createDkimKey = () => call(sender.createDkimKey)
export const removeDkimKey = () => call(sender.removeDkimKey)
