import { Pace, type ProviderChange, WarmUp } from '@millrace/contract/provider'
import { InvalidArgumentError } from 'commander'
import { Check } from 'typebox/value'

/** undefined: not given. null: none. */
type Given<T> = T | null

function pace(text: string): Given<Pace> {
  if (text === 'none') return null
  const [most, per] = text.split('/')
  const given = { most: Number(most), per }
  if (Check(Pace, given)) return given
  throw new InvalidArgumentError('Give a pace such as 10/second, 300/minute or 5000/hour, or none.')
}

function readMostADay(text: string): Given<number> {
  if (text === 'none') return null
  if (/^[1-9]\d{0,7}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Give a whole number from 1 to 99999999, or none.')
}

function readWarmUp(text: string): Given<WarmUp> {
  if (text === 'none') return null
  const [start, factor] = text.split('x')
  const given = { start: Number(start), factor: Number(factor) }
  if (Check(WarmUp, given)) return given
  throw new InvalidArgumentError('Give the first day and the factor, such as 50x2, or none.')
}

export const limitOptions = {
  pace: { value: 'PACE', parse: pace, about: 'the most in a time, such as 10/second; none for no limit' },
  mostADay: { value: 'NUMBER', parse: readMostADay, about: 'the most a day; none for no limit' },
  warmUp: {
    value: 'START',
    parse: readWarmUp,
    about: 'the most of the first day and by what it grows, such as 50x2; none to end it',
  },
} as const

export const limitsGiven = (values: {
  readonly pace?: Given<Pace> | undefined
  readonly mostADay?: Given<number> | undefined
  readonly warmUp?: Given<WarmUp> | undefined
}): Pick<ProviderChange, 'pace' | 'most_a_day' | 'warm_up'> => ({
  ...(values.pace === undefined ? {} : { pace: values.pace }),
  ...(values.mostADay === undefined ? {} : { most_a_day: values.mostADay }),
  ...(values.warmUp === undefined ? {} : { warm_up: values.warmUp }),
})
