import { setFlagsFromString } from 'node:v8'

/**
 * On a machine with much memory V8 lets the heap grow to a multiple of what is in use before it looks for garbage:
 * measured 340 MB resident under a flood of events, of which 40 were in use. A third more than in use is enough: 180 MB.
 * The young generation is bounded where the process is started, which is the only place: see millrace.ts. So are the C library's
 * arenas, of which it keeps one for every thread that ever asked for memory: 7 MB. And how much of what was given back it keeps for itself,
 * which otherwise grows with the largest piece that was ever given back: 5 MB of an idle process, and 14 MB of one under a flood of events.
 *
 * V8 has two compilers for code that runs often. The first, Maglev, is asked about hundreds of functions in the first second of a
 * flood. What it took to compile them is given back by a thread in the background, which waits for processors that are busy, and the C library
 * keeps what it grew by meanwhile: 175 to 205 MB. Given back by the thread that uses the code, it is 167 to 174 (n = 4 and 7 processes under
 * a flood). Without Maglev it is 159 to 170, but code that does not run often enough for the second compiler stays slow: an event on an
 * idle server takes 1.45 to 1.53 ms instead of 1.15 to 1.38, and a flood with its runs is taken at 2,436 events/s instead of 2,739
 * (medians; n = 4 and 7 processes, in turns).
 */
export function keepHeapLean(): void {
  setFlagsFromString('--heap-growing-percent=30')
  setFlagsFromString('--no-maglev-destroy-on-background')
}
