import { compareHistories, type Histories } from '../engine/consent-histories.ts'
import { openStage } from '../engine/stage.ts'
import { counted, type Proof } from './proof.ts'

export const consentHistories: Proof = {
  name: 'consent-histories',
  promise:
    'a guest without consent gets no marketing, over any history of consent, topics, links, STOP, bounces and merges, with double opt-in and without',
  async run({ many, createDatabase }) {
    const found: Histories[] = []
    for (const confirms of [false, true]) {
      const stage = await openStage(await createDatabase())
      found.push(
        await compareHistories(stage, many({ quick: 100, hour: 1_500, whole: 10_000 }), { confirms }),
      )
      await stage.close()
    }
    const faults = found.flatMap(({ fault }) => fault ?? [])
    const sum = (of: 'histories' | 'sent') => counted(found.reduce((all, one) => all + one[of], 0))
    return {
      tried: `${sum('histories')} histories, ${sum('sent')} messages, seeds ${found.map(({ seed }) => seed).join(' and ')}`,
      worst: faults.length === 0 ? 'no difference' : 'a difference',
      faults,
    }
  },
}
