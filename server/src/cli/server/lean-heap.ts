import { setFlagsFromString } from 'node:v8'

/**
 * On a machine with much memory V8 lets the heap grow to a multiple of what is in use before it looks for garbage:
 * measured 340 MB resident under a flood of events, of which 40 were in use. A third more than in use is enough: 180 MB.
 * The young generation is bounded where the process is started, which is the only place: see millrace.ts. So are the C library's
 * arenas, of which it keeps one for every thread that ever asked for memory: 7 MB. And how much of what was given back it keeps for itself,
 * which otherwise grows with the largest piece that was ever given back: 5 MB of an idle process, and 14 MB of one under a flood of events.
 *
 * V8 has two compilers for code that runs often. The first, Maglev, is asked about hundreds of functions in the first second of a
 * flood; what it has prepared waits in memory for processors that are busy, and the C library does not give all of that back:
 * 161 to 168 MB without it instead of 174 to 209 (n = 7 and 6 processes under a flood without a pause). An event costs the same:
 * 0.98 of the processor's time (0.88 to 1.05, n = 9 pairs of processes, in turns of a second).
 */
export function keepHeapLean(): void {
  setFlagsFromString('--heap-growing-percent=30')
  setFlagsFromString('--no-maglev')
}
