import { CLICK_COUNTING, topicField } from '@millrace/contract/topic'
import { escapeHtml } from '#base/escape-html.ts'
import { wordsIn } from '#channels/guest-words.ts'
import type { MessageChannel } from '#steps/step.ts'
import { page, paragraph } from './page.ts'
import type { Reader, ReaderFacts } from './reader.ts'

/** The guest's choice, if they have just made one. */
export type Chosen = 'saved' | 'ended' | undefined

export function preferencesPage(reader: Reader, chosen?: Chosen): string {
  const { organisation, language, guest } = reader
  const words = wordsIn(language).preferences
  if (guest === undefined) return page(language, words.title, paragraph(words.gone(organisation)))
  const parts = [
    ...(chosen === undefined
      ? []
      : [`<p role="status">${escapeHtml(chosen === 'saved' ? words.saved : words.ended(organisation))}</p>`]),
    ...(guest.do_not_contact ? [paragraph(words.notContacted(organisation))] : []),
    ...form(reader, guest),
  ]
  return page(language, words.title, parts.join('\n'))
}

/** The channels that reach the guest. What the form does not show, it does not change. */
export const shownChannels = ({ email, phone }: ReaderFacts): MessageChannel[] => [
  ...(email === null ? [] : (['email'] as const)),
  ...(phone === null ? [] : (['sms'] as const)),
]

/** The hidden field says that it was shown: a box without a tick sends nothing. */
const box = (name: string, text: string, checked: boolean) =>
  `<input type="hidden" name="shown" value="${escapeHtml(name)}">` +
  `<label><input type="checkbox" name="${escapeHtml(name)}"${checked ? ' checked' : ''}> ${escapeHtml(text)}</label>`

function form({ organisation, language, topics, countsClicks }: Reader, guest: ReaderFacts): string[] {
  const words = wordsIn(language).preferences
  const channels = shownChannels(guest)
  if (channels.length === 0) return [paragraph(words.nothingToChoose)]
  const boxes = [
    ...channels.map(channel => box(channel, words.channel[channel], guest[`${channel}_consent`])),
    ...(topics.length === 0 ? [] : [`<fieldset><legend>${escapeHtml(words.topics)}</legend>`]),
    ...topics.map(({ id, name }) => box(topicField(id), name, !guest.topics_off.includes(id))),
    ...(topics.length === 0 ? [] : ['</fieldset>']),
    ...(countsClicks
      ? [box(topicField(CLICK_COUNTING), words.clicks, !guest.topics_off.includes(CLICK_COUNTING))]
      : []),
  ]
  return [
    paragraph(words.intro(organisation)),
    `<form method="post">${boxes.join('\n')}\n<button name="do" value="save">${escapeHtml(words.save)}</button></form>`,
    `<form method="post"><button name="do" value="end">${escapeHtml(words.all)}</button></form>`,
    paragraph(words.stillGets),
  ]
}
