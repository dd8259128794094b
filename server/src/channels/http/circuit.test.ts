import { expect, test } from 'vitest'
import { createCircuit } from './circuit.ts'

function circuitAt() {
  const clock = { now: 0 }
  return { clock, circuit: createCircuit({ timeouts: 3, restMs: 1_000, now: () => clock.now }) }
}

test('the third time-out in a row begins a rest, of this receiver alone', () => {
  const { circuit } = circuitAt()
  for (let n = 0; n < 3; n++) {
    expect(circuit.restOf('a')).toBeUndefined()
    circuit.record('a', true)
  }
  expect(circuit.restOf('a')).toBe(1_000)
  expect(circuit.restOf('b')).toBeUndefined()
})

test('an answer in between restarts the count', () => {
  const { circuit } = circuitAt()
  for (const timedOut of [true, true, false, true, true]) circuit.record('a', timedOut)
  expect(circuit.restOf('a')).toBeUndefined()
})

test('after the rest one call goes as a trial, and only its answer lets the others go', () => {
  const { circuit, clock } = circuitAt()
  for (let n = 0; n < 3; n++) circuit.record('a', true)
  clock.now = 1_000
  expect(circuit.restOf('a')).toBeUndefined()
  expect(circuit.restOf('a')).toBe(1_000)
  circuit.record('a', true)
  expect(circuit.restOf('a')).toBe(1_000)
  clock.now = 2_000
  expect(circuit.restOf('a')).toBeUndefined()
  circuit.record('a', false)
  expect(circuit.restOf('a')).toBeUndefined()
  expect(circuit.restOf('a')).toBeUndefined()
})
