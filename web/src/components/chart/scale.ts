/** Round numbers from 0 to at least `most`, at most five of them, for the lines of a chart that counts things. */
export function ticksUpTo(most: number): number[] {
  const step = roundStep(Math.max(1, most) / 4)
  const lines = Math.ceil(Math.max(1, most) / step)
  return Array.from({ length: lines + 1 }, (_, line) => line * step)
}

/** 1, 2, 5, 10, 20, 50 …: the first that is not less. */
function roundStep(wanted: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, wanted)))
  const factor = [1, 2, 5, 10].find(one => one * power >= wanted) ?? 10
  return factor * power
}
