import { vendorStorm } from '../support/vendor-storm.ts'
import { counted, inSeconds, type Proof } from './proof.ts'

export const vendorKills: Proof = {
  name: 'vendor-kills',
  promise:
    'every vendor sends, repeats and gives up as it documents it, the server is killed: each order once, nobody gives up while a server is back within its schedule',
  async run({ many, openGround, progress }) {
    const ground = await openGround({ guests: 0 })
    progress('sending')
    const wanted = many({
      quick: { orders: 2, kills: 2 },
      hour: { orders: 20, kills: 10 },
      whole: { orders: 100, kills: 50 },
    })
    const storm = await vendorStorm(ground, wanted)
    await ground.close()
    const away = storm.awayMs.toSorted((one, other) => one - other)
    const [shortest = 0] = away
    const median = away[Math.floor(away.length / 2)] ?? 0
    const longest = away.at(-1) ?? 0
    const unserved =
      storm.unserved.length === 0
        ? ''
        : `; ${counted(storm.unserved.length)} given up while no server was there: ${storm.unserved.join('; ')}`
    return {
      tried: `${storm.vendors} vendors, ${counted(storm.deliveries)} deliveries in ${counted(storm.attempts)} attempts, ${storm.kills} kills, ${inSeconds(median)} away (${inSeconds(shortest)} to ${inSeconds(longest)})`,
      worst:
        storm.faults.length === 0
          ? `${counted(storm.events)} events: 0 lost, 0 doubled${unserved}`
          : `${storm.faults.length} faults${unserved}`,
      faults: storm.faults,
    }
  },
}
