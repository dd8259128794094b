import { links } from '@millrace/contract/operations/links'

/** Where the provider sends its reports. It signs the whole address, so both sides have to write it the same way. */
export const statusCallbackPath = (organisationId: string, messageId: string): string =>
  links.reportSms.path.replace(':organisationId', organisationId).replace(':messageId', messageId)

/** Where the provider passes on what guests write. */
export const inboundPath = (organisationId: string): string =>
  links.receiveSms.path.replace(':organisationId', organisationId)
