import fc from 'fast-check'

/** Random trials end after this time: what a change breaks, few of them show, and each is made again for every change. */
fc.configureGlobal({ interruptAfterTimeLimit: 400, markInterruptAsFailure: false })
