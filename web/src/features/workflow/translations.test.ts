import type { NodeOf } from '@millrace/contract/node'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { expect, test } from 'vitest'
import {
  addLanguage,
  copyOfOriginal,
  inLanguage,
  languagesOf,
  removeLanguage,
  translationState,
  withTranslation,
} from './translations.ts'

const email: NodeOf<'send_email'> = {
  id: 'mail',
  type: 'send_email',
  topic: 'news',
  subject: 'Hello',
  preview: 'Come in',
  blocks: [{ type: 'text', text: 'Hello' }],
  next: 'sms',
}
const sms: NodeOf<'send_sms'> = { id: 'sms', type: 'send_sms', body: 'Hello', next: 'end' }
const document: WorkflowDefinition = {
  trigger: { source: 'till' },
  languages: ['de'],
  start: 'mail',
  nodes: [email, sms, { id: 'end', type: 'end', outcome: 'success' }],
}

test('a translation begins as a copy of the original, and changes without it', () => {
  const copied = copyOfOriginal(email, 'de')
  expect(translationState(email, 'de')).toBe('missing')
  expect(translationState(copied, 'de')).toBe('same')
  const german = inLanguage(copied, 'de')
  // What is no text is the step's own, and a translation has no translations.
  expect(german).toEqual(email)
  const { preview: _preview, ...shorter } = german
  const changed = withTranslation(copied, 'de', { ...shorter, subject: 'Hallo' })
  expect(changed.translations?.de).toEqual({ subject: 'Hallo', blocks: email.blocks })
  expect(changed).toMatchObject({ subject: 'Hello', preview: 'Come in' })
  expect(translationState(changed, 'de')).toBe('there')
  // Its fields come back from the server in another order.
  const { de } = copied.translations ?? {}
  const turned = Object.fromEntries(Object.entries(de ?? {}).toReversed())
  expect(translationState({ ...copied, translations: { de: turned } }, 'de')).toBe('same')
})

test('a language that is removed takes its translations with it, and only them', () => {
  const spoken = addLanguage(
    { ...document, nodes: [copyOfOriginal(copyOfOriginal(email, 'de'), 'fr'), copyOfOriginal(sms, 'fr')] },
    'fr',
  )
  expect(spoken.languages).toEqual(['de', 'fr'])
  const german = removeLanguage(spoken, 'fr')
  expect(german.languages).toEqual(['de'])
  expect(german.nodes).toEqual([copyOfOriginal(email, 'de'), sms])
  expect(removeLanguage(german, 'de')).toEqual({
    trigger: document.trigger,
    start: 'mail',
    nodes: [email, sms],
  })
})

test('a language that a message has and its workflow has not is shown, to be removed', () => {
  expect(languagesOf(document, copyOfOriginal(email, 'fr'))).toEqual(['de', 'fr'])
})
