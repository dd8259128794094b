import type { Benchmark } from './benchmark.ts'
import { firstPage } from './first-page.ts'
import { keystroke } from './keystroke.ts'
import { p1 } from './p1-events.ts'
import { p1Visits } from './p1-visits.ts'
import { p1b } from './p1b-finished.ts'
import { p2 } from './p2-latency.ts'
import { p3 } from './p3-runs.ts'
import { p4 } from './p4-first-effect.ts'
import { p5Events, p5Runs } from './p5-waiting-runs.ts'
import { p6Conditions, p6Sources } from './p6-many-workflows.ts'
import { p7 } from './p7-tokens.ts'
import { p8 } from './p8-start-and-memory.ts'
import { p9 } from './p9-processes.ts'
import { p10 } from './p10-lists.ts'
import { p11 } from './p11-many-events.ts'
import { p12 } from './p12-segments.ts'
import { p13 } from './p13-birthdays.ts'
import { p14 } from './p14-broadcast.ts'
import { p15 } from './p15-organisations.ts'
import { p16 } from './p16-deliveries.ts'
import { p17, p17Runs } from './p17-mails.ts'
import { p18 } from './p18-import.ts'
import { storage } from './storage.ts'

export const benchmarks: readonly Benchmark[] = [
  p1,
  p1b,
  p1Visits,
  p2,
  p3,
  p4,
  p5Events,
  p5Runs,
  p6Sources,
  p6Conditions,
  p7,
  p8,
  p9,
  p10,
  p11,
  p12,
  p13,
  p14,
  p15,
  p16,
  p17,
  p17Runs,
  p18,
  storage,
  keystroke,
  firstPage,
]
