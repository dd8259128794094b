import { afterAll, beforeAll, expect, test } from 'vitest'
import { request } from '../support/millrace.ts'
import { endsAtOnce } from '../support/workflows.ts'
import { type Ground, openGround, sendEvent, settled } from './management-ground.ts'

let ground: Ground
let guest: string
let runId: string

beforeAll(async () => {
  ground = await openGround()
  guest = await ground.organisation.guest({ name: 'Inês Duarte' })
  await ground.organisation.workflow(endsAtOnce({ source: 'till' }), 'Obrigado')
  ;({ runId } = await sendEvent(ground.editor, guest, 'till'))
  await settled(ground.viewer, runId)
})
afterAll(() => ground.millrace.stop())

const inPortuguese = { headers: { 'accept-language': 'pt' } }
const sentences = async (call?: object) =>
  (
    await ground.viewer.get<{ data: { sentence: string }[] }>(`/guests/${guest}/timeline`, call)
  ).body.data.map(({ sentence }) => sentence)

test('the dashboard reads what the server composes in the language that it names', async () => {
  expect(await sentences()).toContain('Entered the workflow “Obrigado”.')
  expect(await sentences(inPortuguese)).toContain('Entrou no fluxo “Obrigado”.')
  expect(await sentences(inPortuguese)).toContain('Chegou um evento de “till”.')
  const { body } = await ground.viewer.get<{ steps: { sentence: string }[] }>(`/runs/${runId}`, inPortuguese)
  expect(body.steps.map(({ sentence }) => sentence)).toContain('Chegou ao fim do fluxo.')
})

test('many requests at once are each answered in their own language', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => sentences(n % 2 === 0 ? inPortuguese : undefined)),
  )
  answers.forEach((answer, n) => {
    expect(answer.some(sentence => sentence.startsWith('Entrou'))).toBe(n % 2 === 0)
    expect(answer.some(sentence => sentence.startsWith('Entered'))).toBe(n % 2 === 1)
  })
})

test('what a browser lists by itself counts as English, because the member may have chosen that', async () => {
  const listed = { headers: { 'accept-language': 'pt-PT,pt;q=0.9,en;q=0.8' } }
  expect(await sentences(listed)).toContain('Entered the workflow “Obrigado”.')
})

test('/v1 answers in English', async () => {
  const condition = { field: 'guest.tags', operator: 'contains', value: 'vip' }
  await ground.editor.post('/segments', { name: 'Regulars', condition })
  const read = { token: await ground.organisation.token(), ...inPortuguese }
  const { body } = await request<{ data: { sentence: string }[] }>(`${ground.millrace.url}/v1/segments`, read)
  expect(body.data.map(({ sentence }) => sentence)).toEqual(['the guest has the tag "vip"'])
  const own = await ground.viewer.get<{ data: { sentence: string }[] }>('/segments', inPortuguese)
  expect(own.body.data.map(({ sentence }) => sentence)).toEqual(['o cliente tem a etiqueta "vip"'])
})
