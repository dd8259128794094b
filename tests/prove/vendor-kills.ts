import { vendorStorm } from '../support/vendor-storm.ts'
import { counted, type Proof } from './proof.ts'

export const vendorKills: Proof = {
  name: 'vendor-kills',
  promise:
    'every vendor sends, repeats and gives up as it documents it, the server is killed: each order once, nobody gives up',
  async run({ quick, openGround, progress }) {
    const ground = await openGround({ guests: 0 })
    progress('sending')
    const storm = await vendorStorm(ground, quick ? { orders: 2, kills: 2 } : { orders: 100, kills: 50 })
    await ground.close()
    return {
      tried: `${storm.vendors} vendors, ${counted(storm.deliveries)} deliveries in ${counted(storm.attempts)} attempts, ${storm.kills} kills`,
      worst:
        storm.faults.length === 0
          ? `${counted(storm.events)} events: 0 lost, 0 doubled`
          : `${storm.faults.length} faults`,
      faults: storm.faults,
    }
  },
}
