import type { Benchmark } from './benchmark.ts'
import { p1 } from './p1-events.ts'
import { p2 } from './p2-latency.ts'
import { p3 } from './p3-runs.ts'
import { p4 } from './p4-first-effect.ts'
import { p7 } from './p7-tokens.ts'
import { p8 } from './p8-start-and-memory.ts'

export const benchmarks: readonly Benchmark[] = [p1, p2, p3, p4, p7, p8]
