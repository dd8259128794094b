import type { GuestWords } from './guest-words.ts'

export const en: GuestWords = {
  footer: { unsubscribe: 'Unsubscribe', preferences: 'Choose what we send you' },
  unsubscribe: {
    title: 'Unsubscribe',
    question: {
      email: organisation => `Unsubscribe from e-mails from ${organisation}?`,
      sms: organisation => `Unsubscribe from text messages from ${organisation}?`,
    },
    button: 'Unsubscribe',
    doneTitle: 'You’re unsubscribed',
    done: {
      email: organisation => `${organisation} will no longer send you news and offers by e-mail.`,
      sms: organisation => `${organisation} will no longer send you news and offers by text message.`,
    },
    choose: 'Choose what you get',
  },
  preferences: {
    title: 'What we send you',
    intro: organisation => `Choose what ${organisation} may send you.`,
    channel: { email: 'News and offers by e-mail', sms: 'News and offers by text message' },
    topics: 'Send me messages about',
    clicks: 'Count which links in e-mails I open',
    save: 'Save',
    saved: 'Saved.',
    all: 'Unsubscribe from everything',
    ended: organisation => `${organisation} will no longer send you news and offers.`,
    stillGets: 'Messages about something you asked for, such as a booking, still reach you.',
    notContacted: organisation =>
      `${organisation} is not sending you any messages at the moment. Contact them to change that.`,
    nothingToChoose:
      'We don’t have an e-mail address or a phone number for you, so there is nothing to choose.',
    gone: organisation => `${organisation} no longer has your details and sends you nothing.`,
  },
  confirm: {
    subject: organisation => `Please confirm: news and offers from ${organisation}`,
    intro: organisation =>
      `We received your consent to news and offers by e-mail from ${organisation}. Please confirm it:`,
    link: 'Confirm',
    otherwise: 'If you did not ask for this, do nothing. You will not get such e-mails.',
    title: 'Please confirm',
    question: organisation => `${organisation} may send me news and offers by e-mail.`,
    button: 'I agree',
    doneTitle: 'Thank you',
    done: organisation =>
      `${organisation} may now send you news and offers by e-mail. You can change that whenever you like.`,
  },
  answer: {
    button: 'Send answer',
    stars: stars => `${stars} of 5 stars`,
    yes: 'Yes',
    no: 'No',
    thanksTitle: 'Thank you',
    thanks: organisation => `${organisation} has received your answer.`,
    given: answer => `Your answer: ${answer}`,
  },
  sms: {
    stop: organisation =>
      `${organisation}: you will no longer get news and offers by text message. Reply START to get them again.`,
    start: organisation =>
      `${organisation}: you will get news and offers by text message. Reply STOP to end them.`,
    help: organisation =>
      `${organisation} sends you text messages. Reply STOP to get no more news and offers. For anything else, ask the venue.`,
  },
  optOut: { reply: 'Reply STOP to opt out', open: url => `Opt out: ${url}` },
  unknownLink: {
    title: 'This link doesn’t work',
    text: 'It may be incomplete. Open it again from the message, or reply to the message.',
  },
}
