import { compareHistories } from '../engine/consent-histories.ts'
import { openStage } from '../engine/stage.ts'
import { counted, type Proof } from './proof.ts'

export const consentHistories: Proof = {
  name: 'consent-histories',
  promise: 'a guest without consent gets no marketing, over any history of consent, links, STOP and bounces',
  async run({ quick, createDatabase }) {
    const stage = await openStage(await createDatabase())
    const { histories, sent, seed, fault } = await compareHistories(stage, quick ? 100 : 10_000)
    await stage.close()
    return {
      tried: `${counted(histories)} histories, ${counted(sent)} messages, seed ${seed}`,
      worst: fault === undefined ? 'no difference' : 'a difference',
      faults: fault === undefined ? [] : [fault],
    }
  },
}
