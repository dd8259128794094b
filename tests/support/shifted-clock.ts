// For `node --import`: this process has a clock that is wrong by CLOCK_SHIFT_SECONDS.
const shift = Number(process.env.CLOCK_SHIFT_SECONDS) * 1000
const now = () => performance.timeOrigin + performance.now() + shift

globalThis.Date = new Proxy(Date, {
  construct: (date, given, target) => Reflect.construct(date, given.length > 0 ? given : [now()], target),
  apply: date => new date(now()).toString(),
  get: (date, name) => (name === 'now' ? () => Math.floor(now()) : Reflect.get(date, name)),
})
