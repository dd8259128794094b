import { catalogue } from './catalogue.ts'
import { operation } from './operation.ts'

const reportSms = operation({
  method: 'POST',
  path: '/callbacks/sms/:organisationId/:messageId',
  access: 'public',
  summary: 'Report the delivery status of an SMS',
  bodyLimit: 16 * 1024,
  answers: { default: { description: 'Nothing' } },
})

/** As some providers report: everything is in the address. */
const reportSmsByAddress = operation({
  ...reportSms,
  method: 'GET',
  summary: 'Report the delivery status of an SMS in the address',
})

const receiveSms = operation({
  method: 'POST',
  path: '/callbacks/sms/:organisationId',
  access: 'public',
  summary: 'Pass on an SMS from a guest',
  bodyLimit: 16 * 1024,
  answers: { default: { description: 'What to answer, in TwiML' } },
})

const receiveSmsByAddress = operation({
  ...receiveSms,
  method: 'GET',
  summary: 'Pass on an SMS from a guest in the address',
})

const askUnsubscribe = operation({
  method: 'GET',
  path: '/unsubscribe/:token',
  access: 'public',
  summary: 'Ask a guest whether they want no more messages',
  answers: { default: { description: 'A page' } },
})

const unsubscribe = operation({
  method: 'POST',
  path: '/unsubscribe/:token',
  access: 'public',
  summary: 'Take back the consent to a channel',
  bodyLimit: 4 * 1024,
  answers: { default: { description: 'A page' } },
})

const readPreferences = operation({
  method: 'GET',
  path: '/preferences/:token',
  access: 'public',
  summary: 'Show a guest what they have agreed to',
  answers: { default: { description: 'A page' } },
})

const savePreferences = operation({
  method: 'POST',
  path: '/preferences/:token',
  access: 'public',
  summary: 'Let a guest choose what they get, or end everything',
  bodyLimit: 4 * 1024,
  answers: { default: { description: 'A page' } },
})

const askConfirmation = operation({
  method: 'GET',
  path: '/confirm/:token',
  access: 'public',
  summary: 'Ask a guest to confirm that they agree to e-mails',
  answers: { default: { description: 'A page' } },
})

const confirmConsent = operation({
  method: 'POST',
  path: '/confirm/:token',
  access: 'public',
  summary: 'Record that a guest agrees to e-mails',
  bodyLimit: 4 * 1024,
  answers: { default: { description: 'A page' } },
})

const followLink = operation({
  method: 'GET',
  path: '/l/:token',
  access: 'public',
  summary: 'Count a click on a link in an e-mail, and then open the page that it leads to',
  answers: { default: { description: 'On to the page, or a page that says that the link is not known' } },
})

const askAnswer = operation({
  method: 'GET',
  path: '/answer/:token/:messageId/:answer',
  access: 'public',
  summary: 'Ask a guest to send the answer that they chose in an e-mail',
  answers: { default: { description: 'A page' } },
})

const giveAnswer = operation({
  method: 'POST',
  path: '/answer/:token/:messageId/:answer',
  access: 'public',
  summary: 'Store the answer of a guest',
  bodyLimit: 4 * 1024,
  answers: { default: { description: 'A page' } },
})

const showImage = operation({
  method: 'GET',
  path: '/images/:name',
  access: 'public',
  summary: 'Show an uploaded image of an e-mail',
  answers: { default: { description: 'The image' } },
})

const finishSingleSignOn = operation({
  method: 'GET',
  path: '/sign-in/callback',
  access: 'public',
  summary: "The identity provider's answer, which the browser brings",
  answers: { default: { description: 'On to the dashboard, or back to the sign-in' } },
})

/**
 * What the links in messages to guests, the providers and the identity providers' pages call. They carry their own
 * proof, and are not in the OpenAPI document.
 */
export const links = catalogue({
  askUnsubscribe,
  unsubscribe,
  readPreferences,
  savePreferences,
  askConfirmation,
  confirmConsent,
  followLink,
  askAnswer,
  giveAnswer,
  showImage,
  reportSms,
  reportSmsByAddress,
  receiveSms,
  receiveSmsByAddress,
  finishSingleSignOn,
})
